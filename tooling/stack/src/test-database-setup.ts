import { freePort } from './free-port.ts';
import { startPostgres } from './postgres.ts';
import { claimDataDir } from './process-records.ts';
import { postgresFolder } from './stack-recovery.ts';
import { removeDataDir, temporaryDataDir } from './temporary-folder.ts';

/**
 * Vitest's global set-up: one PostgreSQL for the whole run, on a free port and in a temporary folder. The tests
 * find it in TEST_DATABASE_URL; where that is set already, that server is used and nothing is started.
 *
 * @returns the teardown
 */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL) return async () => undefined;
  const dataDir = await temporaryDataDir();
  // The claim lets a later run clear this folder away if this one is killed.
  const claim = claimDataDir(dataDir);
  const postgres = await startPostgres({ dataDir: postgresFolder(dataDir), port: await freePort() });
  // The workers are started after this and inherit it.
  process.env.TEST_DATABASE_URL = postgres.url('postgres');
  return async () => {
    await postgres.stop();
    await removeDataDir(dataDir);
    claim.release();
  };
}
