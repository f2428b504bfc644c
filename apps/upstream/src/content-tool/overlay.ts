/**
 * Checks changed files together with the other files of a content folder, and replaces files of the folder.
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { resolveConflicts } from '../content/conflicts.ts';
import type { Finding } from '../content/content-error.ts';
import { allSlots, createContentFiles } from '../content/content-files.ts';
import { mediaPaths } from '../content/media.ts';
import { findWarnings } from '../content/warnings.ts';

/** Texts by path below the content folder. */
export type Files = ReadonlyMap<string, string>;

const parts = [
  'site.yaml',
  'categories.yaml',
  'career-growth.yaml',
  'trusted-by.yaml',
  'courses',
  'blog',
  'resources',
  'people',
  'pages',
];

async function writeAll(folder: string, files: Files): Promise<void> {
  for (const [file, text] of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
}

/** @returns the errors and warnings that these files would have in the folder */
export async function checkFiles(
  dir: string,
  files: Files,
): Promise<{ errors: Finding[]; warnings: Finding[] }> {
  const copy = await mkdtemp(join(tmpdir(), 'content-check-'));
  try {
    for (const part of parts)
      if (existsSync(join(dir, part))) await cp(join(dir, part), join(copy, part), { recursive: true });
    if (existsSync(join(dir, 'media'))) await symlink(resolve(dir, 'media'), join(copy, 'media'));
    const read = createContentFiles(copy);
    const former = allSlots(await read(new Map()));
    await writeAll(copy, files);
    const versions = new Map(former.flatMap(({ file, used }) => (used ? [[file, used.text] as const] : [])));
    const content = await read(versions);
    resolveConflicts(content);
    const isOfFiles = ({ file }: { file: string }) => files.has(file);
    return {
      errors: allSlots(content)
        .filter(isOfFiles)
        .flatMap(({ errors }) => errors),
      warnings: findWarnings(content, await mediaPaths(join(copy, 'media'))).filter(isOfFiles),
    };
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Writes all files under temporary names, and then renames them, so that a full disk changes nothing. */
export async function replaceFiles(dir: string, files: Files): Promise<void> {
  const temporary = (file: string) => join(dirname(file), `.${basename(file)}.import`);
  const prepared = new Map([...files].map(([file, text]) => [temporary(file), text]));
  try {
    await writeAll(dir, prepared);
    for (const file of files.keys()) await rename(join(dir, temporary(file)), join(dir, file));
  } catch (error) {
    for (const file of prepared.keys()) await rm(join(dir, file), { force: true });
    throw error;
  }
}
