import { accessSync, chmodSync, constants, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownerOf } from './process-records.ts';
import { recoverDataDir } from './stack-recovery.ts';

const prefix = 'meridian-';
const graceMs = 2000;

/**
 * Stops the processes of a data folder without a running owner. Removes the folder and its cluster outside
 * it.
 */
export async function removeDataDir(dataDir: string): Promise<void> {
  const clusterDir = await recoverDataDir(dataDir, graceMs);
  if (clusterDir) rmSync(clusterDir, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}

/** @returns false for a folder of another user */
function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

// A killed run leaves its servers and its folder. A folder is abandoned if its owner has died; a folder
// without an owner may be new.
async function sweepAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const dataDir = join(tmpdir(), name);
    if (!name.startsWith(prefix) || !existsSync(join(dataDir, 'stack.json')) || !mayWrite(dataDir)) continue;
    if (!ownerOf(dataDir)) await removeDataDir(dataDir);
  }
}

/**
 * Creates a data folder for one run, and removes folders of killed runs.
 * @returns its path, for `removeDataDir`
 */
export async function temporaryDataDir(): Promise<string> {
  await sweepAbandoned();
  const dataDir = mkdtempSync(join(tmpdir(), prefix));
  // If this process runs as root, the PostgreSQL user needs access.
  chmodSync(dataDir, 0o711);
  return dataDir;
}
