/**
 * Creates the PostgreSQL cluster of a new data folder. `npm start` runs this during the build. If it fails,
 * the start retries it and reports the reason.
 */
import { resolve } from 'node:path';
import { givenEnvironment } from './given-environment.ts';
import { initialisePostgres } from './postgres-cluster.ts';
import { claimDataDir } from './process-records.ts';
import { settingsWithFreePorts } from './stack-ports.ts';
import { postgresFolder } from './stack-recovery.ts';

const { parts } = await settingsWithFreePorts(givenEnvironment(process.env));
if (parts.postgres) {
  const dataDir = resolve(process.env.DATA_DIR || '.data');
  const claim = claimDataDir(dataDir);
  try {
    await initialisePostgres({ dataDir: postgresFolder(dataDir) });
  } finally {
    claim.release();
  }
}
