import { freePort } from './free-port.ts';
import { startPostgres } from './postgres.ts';
import { claimDataDir } from './process-records.ts';
import { postgresFolder } from './stack-recovery.ts';
import { removeDataDir, temporaryDataDir } from './temporary-folder.ts';

/**
 * Vitest global set-up: one PostgreSQL per run, with a free port and a temporary folder, in
 * TEST_DATABASE_URL. If that is set, its server is used.
 * @returns the teardown
 */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL) return async () => undefined;
  const dataDir = await temporaryDataDir();
  // Lets a later run clean up if this one is killed.
  const claim = claimDataDir(dataDir);
  const postgres = await startPostgres({ dataDir: postgresFolder(dataDir), port: await freePort() });
  // Inherited by the workers, which start later.
  process.env.TEST_DATABASE_URL = postgres.url('postgres');
  return async () => {
    await postgres.stop();
    await removeDataDir(dataDir);
    claim.release();
  };
}
