/** `ops migrate`: migrates the database before a deploy. Servers also do so at start. */
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { isMigrated } from '../../platform/database/migrate.ts';
import { type DatabaseRoles, migrateAs } from '../../platform/database/owner.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { readArguments, usageErrorStatus } from './arguments.ts';

export const migrateUsage = 'ops migrate';

export interface MigrateCommandDependencies {
  database: Kysely<Database>;
  roles: DatabaseRoles;
  /** Starts the queue, which migrates its schema. */
  jobs: () => Promise<Jobs>;
}

/**
 * Migrates under the same lock as starting servers. Idempotent.
 * @param args arguments after `ops migrate`
 * @returns exit status: 0, or 2 for wrong usage
 * @throws the first error; if a migration failed, no table has changed
 */
export async function migrateCommand(
  args: readonly string[],
  { database, roles, jobs }: MigrateCommandDependencies,
  print: (line: string) => void,
): Promise<number> {
  if (!readArguments(args, { options: {}, verbs: { '': [] }, usage: migrateUsage }, print))
    return usageErrorStatus;
  const current = await isMigrated(database);
  await migrateAs(database, roles);
  await jobs();
  print(current ? 'The database was up to date.' : 'The database is up to date now.');
  return 0;
}
