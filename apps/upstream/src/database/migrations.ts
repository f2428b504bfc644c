/**
 * Migrations: the files of the folder `migrations`, in the order of their names. The statements of a released
 * file never change.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** In the build output the folder is next to the bundle. */
const folder = new URL('migrations/', import.meta.url);

export const migrations: readonly { name: string; sql: string }[] = readdirSync(folder)
  .toSorted()
  .map((file) => ({
    name: file.replace(/\.sql$/, ''),
    sql: readFileSync(new URL(file, folder), 'utf8'),
  }));
