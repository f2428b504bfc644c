import { accessSync, chmodSync, constants, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownerOf } from './process-records.ts';
import { recoverDataDir } from './stack-recovery.ts';

const prefix = 'meridian-';
const graceMs = 2000;

/** Ends what runs in a data folder without an owner, and removes the folder and what lies outside it. */
export async function removeDataDir(dataDir: string): Promise<void> {
  const clusterDir = await recoverDataDir(dataDir, graceMs);
  if (clusterDir) rmSync(clusterDir, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}

/** False for the folder of another user, who clears it away. */
function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

// A test run that was killed leaves its servers running and its folder behind. A folder without a claim may be
// one that another run has just made; one that has lost its owner is of no use to anybody.
async function sweepAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const dataDir = join(tmpdir(), name);
    if (!name.startsWith(prefix) || !existsSync(join(dataDir, 'stack.json')) || !mayWrite(dataDir)) continue;
    if (!ownerOf(dataDir)) await removeDataDir(dataDir);
  }
}

/** A data folder for one run, to be removed with `removeDataDir`. Folders of killed runs are cleared away. */
export async function temporaryDataDir(): Promise<string> {
  await sweepAbandoned();
  const dataDir = mkdtempSync(join(tmpdir(), prefix));
  // The user that PostgreSQL runs under as root has to pass through.
  chmodSync(dataDir, 0o711);
  return dataDir;
}
