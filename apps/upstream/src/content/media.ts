import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** URL of a media file: a path below `/media`, or the given absolute URL. */
export function mediaUrl(path: string): string {
  return path === '' || /^(?:[a-z][a-z0-9+.-]*:|\/|#)/i.test(path) ? path : `/media/${path}`;
}

/**
 * Lists the media files.
 * @param mediaDir a folder, which may be missing
 * @returns relative paths with `/`
 */
export async function mediaPaths(mediaDir: string): Promise<ReadonlySet<string>> {
  let entries: Dirent[];
  try {
    entries = await readdir(mediaDir, { withFileTypes: true, recursive: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Set();
    throw error;
  }
  return new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(mediaDir, join(entry.parentPath, entry.name)).split(sep).join('/')),
  );
}
