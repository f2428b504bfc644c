import { join } from 'node:path';
import { freePort } from '@meridian/stack/free-port';
import { startPostgres } from '@meridian/stack/postgres';
import { claimDataDir } from '@meridian/stack/process-records';
import { postgresFolder } from '@meridian/stack/stack-recovery';
import { removeDataDir, temporaryDataDir } from '@meridian/stack/temporary-folder';
import { closing } from '../closing.ts';

export interface DatabaseServer extends AsyncDisposable {
  /** Makes an empty database. @returns its connection string */
  create(name: string): Promise<string>;
  /** A folder that goes with the server. */
  dataDir: string;
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
    async create(name) {
      await postgres.createDatabase(name);
      return postgres.url(name);
    },
  };
}
