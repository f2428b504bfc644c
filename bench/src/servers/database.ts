import { join } from 'node:path';
import { freePort } from '@meridian/stack/free-port';
import { startPostgres } from '@meridian/stack/postgres';
import { claimDataDir } from '@meridian/stack/process-records';
import { postgresFolder } from '@meridian/stack/stack-recovery';
import { removeDataDir, temporaryDataDir } from '@meridian/stack/temporary-folder';
import pg from 'pg';
import { closing } from '../closing.ts';

export interface DatabaseServer extends AsyncDisposable {
  /** Makes an empty database. @returns its connection string */
  create(name: string): Promise<string>;
  /**
   * Gives the server's log the files of one that has been up for a while, which uses them again. A new server makes
   * each file of 16 MB when it comes to it, while every commit waits.
   */
  ageLog(): Promise<void>;
  /** A folder that goes with the server. */
  dataDir: string;
}

/** More than the leads of a benchmark fill. */
const agedFiles = 48;

async function ageLog(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`alter system set min_wal_size = '1GB'`);
    await client.query('select pg_reload_conf()');
    for (let file = 0; file < agedFiles; file += 1) {
      // A file in which nothing stands is not left for the next one.
      await client.query(`select pg_logical_emit_message(false, 'bench', 'a line')`);
      await client.query('select pg_switch_wal()');
    }
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

/** Starts a real PostgreSQL with the durability of a production server, in a temporary folder. */
export async function startDatabase(): Promise<DatabaseServer> {
  const dataDir = await temporaryDataDir();
  const claim = claimDataDir(dataDir);
  const postgres = await startPostgres({ dataDir: postgresFolder(dataDir), port: await freePort() });
  const end = closing(async () => {
    await postgres.stop();
    await removeDataDir(dataDir);
    claim.release();
  });
  return {
    ...end,
    dataDir: join(dataDir, 'files'),
    ageLog: () => ageLog(postgres.url('postgres')),
    async create(name) {
      await postgres.createDatabase(name);
      return postgres.url(name);
    },
  };
}
