import { join } from 'node:path';
import { findPostgresPlace } from './postgres-place.ts';
import { killCluster, recoverCluster } from './postgres-recovery.ts';
import { killRecordedProcesses, stopRecordedProcesses } from './process-records.ts';

/** Where a stack keeps its PostgreSQL. */
export const postgresFolder = (dataDir: string) => join(dataDir, 'postgres');

/**
 * Ends the processes that a launcher which was killed left in a data folder.
 *
 * @param graceMs how long each may take before it is killed
 * @returns where the data of PostgreSQL lie, or null when there are none
 */
export async function recoverDataDir(dataDir: string, graceMs: number): Promise<string | null> {
  await stopRecordedProcesses(dataDir, graceMs);
  const place = findPostgresPlace(postgresFolder(dataDir));
  if (place) await recoverCluster(place.clusterDir);
  return place?.clusterDir ?? null;
}

/** Ends everything that runs in a data folder at once and without order. Committed data are safe. */
export function killDataDir(dataDir: string): void {
  killRecordedProcesses(dataDir);
  const place = findPostgresPlace(postgresFolder(dataDir));
  if (place) killCluster(place.clusterDir);
}
