/** Migrations by name. Until the first tagged release there is one, and `schema.sql` is changed in place. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { UnsuitableDatabaseError } from './connection/unsuitable.ts';

/** The statements of the schema, with their comments. In the bundle the file lies beside it. */
export const schema = readFileSync(new URL('schema.sql', import.meta.url), 'utf8');

/** Of the statements: comments and line breaks may change. */
const digest = createHash('sha256')
  .update(schema.replace(/--.*$/gm, '').replace(/\s+/g, ' '))
  .digest('hex')
  .slice(0, 12);

const firstName = '0001-schema-';

/** In order of names; a released one never changes. The first carries the digest of the schema it makes. */
export const migrations: Record<string, Migration> = {
  [`${firstName}${digest}`]: {
    async up(database) {
      await sql.raw(schema).execute(database);
    },
  },
};

/**
 * @param names of the migrations that have run
 * @throws UnsuitableDatabaseError if the database was made from another schema
 */
export function requireOwnSchema(names: readonly string[]): void {
  if (!names.some((name) => name.startsWith('0001-') && !Object.hasOwn(migrations, name))) return;
  throw new UnsuitableDatabaseError(
    "The database was made with another version's schema: where npm start or pnpm dev made it, stop them, delete the data folder (.data, or what DATA_DIR names) and start again; elsewhere create a new, empty database",
  );
}
