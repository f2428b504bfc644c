import { join } from 'node:path';
import { freePort } from '@meridian/stack/free-port';
import { startPostgres } from '@meridian/stack/postgres';
import { claimDataDir } from '@meridian/stack/process-records';
import { postgresFolder } from '@meridian/stack/stack-recovery';
import { removeDataDir, temporaryDataDir } from '@meridian/stack/temporary-folder';
import pg from 'pg';
import { closing } from '../closing.ts';

export interface DatabaseServer extends AsyncDisposable {
  /** Creates an empty database. @returns connection string */
  create(name: string): Promise<string>;
  /**
   * Preallocates WAL segments for recycling, as on a server that has been up for a while. Creating a 16 MB
   * segment blocks every commit.
   */
  preallocateWal(): Promise<void>;
  /** A folder that is removed together with the server. */
  dataDir: string;
}

/** More segments than the leads of a benchmark fill. */
const walSegments = 48;

async function preallocateWal(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`alter system set min_wal_size = '1GB'`);
    await client.query('select pg_reload_conf()');
    for (let file = 0; file < walSegments; file += 1) {
      // Empty segments are not recycled.
      await client.query(`select pg_logical_emit_message(false, 'bench', 'a line')`);
      await client.query('select pg_switch_wal()');
    }
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

/**
 * Starts PostgreSQL with production durability settings, in a temporary folder.
 * @param log receives its log lines
 */
export async function startDatabase(log?: (line: string) => void): Promise<DatabaseServer> {
  const dataDir = await temporaryDataDir();
  const claim = claimDataDir(dataDir);
  const postgres = await startPostgres({
    dataDir: postgresFolder(dataDir),
    port: await freePort(),
    ...(log && { log }),
  });
  const end = closing(async () => {
    await postgres.stop();
    await removeDataDir(dataDir);
    claim.release();
  });
  return {
    ...end,
    dataDir: join(dataDir, 'files'),
    preallocateWal: () => preallocateWal(postgres.url('postgres')),
    async create(name) {
      await postgres.createDatabase(name);
      return postgres.url(name);
    },
  };
}
