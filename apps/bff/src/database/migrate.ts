import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Database } from './database.ts';
import { migrations } from './migrations/migrations.ts';

function migratorOf(database: Kysely<Database>): Migrator {
  return new Migrator({ db: database, provider: { getMigrations: async () => migrations } });
}

/**
 * Brings the schema up to date, all in one transaction. Replicas may call it at once: it holds an advisory
 * lock, and whoever comes second finds nothing to do.
 *
 * @throws the first fault; nothing has changed then
 */
export async function migrate(database: Kysely<Database>): Promise<void> {
  const { error } = await migratorOf(database).migrateToLatest();
  if (error) throw error;
}

/** True when every migration of this version has run: part of readiness. */
export async function isMigrated(database: Kysely<Database>): Promise<boolean> {
  const known = await migratorOf(database).getMigrations();
  return known.every((migration) => migration.executedAt !== undefined);
}
