import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Database } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { leads } from '../../src/platform/database/migrations/0001-leads.ts';

/** Brings an empty database up to date as one that an earlier version made: leads is one table until `contract`. */
export async function migrateFromEarlier(database: Kysely<Database>): Promise<void> {
  const { error } = await new Migrator({
    db: database,
    provider: { getMigrations: async () => ({ '0001-leads': leads }) },
    migrationTableName: 'kysely_migration',
  }).migrateToLatest();
  if (error) throw error;
  await migrate(database);
}
