import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Finds the folder of the application. Works from the sources and from the bundle.
 * @param from an absolute path
 * @returns the nearest folder at or above `from` with a `package.json`
 * @throws if there is none
 */
export function findAppFolder(from: string): string {
  if (existsSync(join(from, 'package.json'))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error('No package.json found above the application.');
  return findAppFolder(parent);
}
