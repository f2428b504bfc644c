/**
 * Reads the migrations: the files of the folder `migrations`, in order of their names. A released file never
 * changes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { UnsuitableDatabaseError } from './connection/unsuitable.ts';

/** In the build output the folder is next to the bundle. */
const folder = new URL('migrations/', import.meta.url);

function readMigration(file: string): Migration {
  const statements = readFileSync(new URL(file, folder), 'utf8');
  return {
    async up(database) {
      await sql.raw(statements).execute(database);
    },
  };
}

/** Migrations by file name without its extension. */
export const migrations: Record<string, Migration> = Object.fromEntries(
  readdirSync(folder)
    .toSorted()
    .map((file) => [file.replace(/\.sql$/, ''), readMigration(file)]),
);

/**
 * @param names of the migrations that have run
 * @throws UnsuitableDatabaseError if a development version before the first release made the database
 */
export function requireReleasedSchema(names: readonly string[]): void {
  if (!names.some((name) => name.startsWith('0001-') && !Object.hasOwn(migrations, name))) return;
  throw new UnsuitableDatabaseError(
    'A development version before 1.0.0 made this database, and it cannot be upgraded. If npm start or pnpm dev made it, stop them, delete the data folder (.data, or the folder in DATA_DIR) and start again. Otherwise create a new, empty database',
  );
}
