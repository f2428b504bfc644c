/** Writes an export to a folder. */
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { countedFile, type ExportTarget } from './target.ts';
import { type ExportManifest, type ExportOptions, writeExport } from './write-export.ts';

/** Only the owner can read the files, because they contain personal data. */
const fileMode = 0o600;
const folderMode = 0o700;

const folderTarget = (folder: string): ExportTarget => ({
  async open(path) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true, mode: folderMode });
    const file = await open(target, 'wx', fileMode);
    return countedFile(path, { write: (chunk) => file.appendFile(chunk), close: () => file.close() });
  },
});

/** @throws Refusal */
async function requireEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new Refusal('invalid', 'folder_unusable', `${folder} is not a folder.`, { cause: error });
  });
  if (names.length > 0)
    throw new Refusal('invalid', 'folder_not_empty', `${folder} is not empty. Choose a new folder.`);
}

interface FolderOptions extends ExportOptions {
  /** Path of a new or empty folder. */
  folder: string;
  /** Called before the complete folder is renamed to its final path; if it throws, the export is deleted. */
  onComplete(files: number): Promise<void>;
}

/**
 * Writes to a temporary folder, and renames it when it is complete.
 * @throws Refusal `invalid` for an unusable folder
 */
export async function exportFolder(
  database: Kysely<Database>,
  { folder: given, onComplete, ...options }: FolderOptions,
): Promise<ExportManifest> {
  const target = resolve(given);
  await requireEmpty(target);
  const folder = `${target}.partial`;
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(folder, { mode: folderMode }).catch((error: unknown) => {
    const message = `${folder} cannot be created. If an earlier export was interrupted, delete this folder.`;
    throw new Refusal('invalid', 'folder_unusable', message, { cause: error });
  });
  try {
    const manifest = await writeExport(database, folderTarget(folder), options);
    await onComplete(manifest.files.length);
    await rename(folder, target);
    return manifest;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
