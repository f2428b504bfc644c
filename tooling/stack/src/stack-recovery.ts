import { join } from 'node:path';
import { findPostgresInstallation } from './postgres-installation.ts';
import { killCluster, recoverCluster } from './postgres-recovery.ts';
import { killRecordedProcesses, stopRecordedProcesses } from './process-records.ts';

/** PostgreSQL's folder in a stack's data folder. */
export const postgresFolder = (dataDir: string) => join(dataDir, 'postgres');

/**
 * Stops the processes of a data folder that a killed launcher left running.
 * @param graceMs grace period of each
 * @returns PostgreSQL's folder, or null
 */
export async function recoverDataDir(dataDir: string, graceMs: number): Promise<string | null> {
  await stopRecordedProcesses(dataDir, graceMs);
  const place = findPostgresInstallation(postgresFolder(dataDir));
  if (place) await recoverCluster(place.clusterDir);
  return place?.clusterDir ?? null;
}

/** Kills all processes of a data folder. Committed data is not lost. */
export function killDataDir(dataDir: string): void {
  killRecordedProcesses(dataDir);
  const place = findPostgresInstallation(postgresFolder(dataDir));
  if (place) killCluster(place.clusterDir);
}
