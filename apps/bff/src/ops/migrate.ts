/** `ops migrate`: brings the database up to date ahead of a deploy. Servers do the same when they start. */
import type { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';
import { isMigrated, migrate } from '../database/migrate.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { readArguments, wrongUse } from './arguments.ts';

export const migrateUsage = 'ops migrate';

export interface MigrateCommandDependencies {
  database: Kysely<Database>;
  /** Starting the queue brings its own schema up to date. */
  jobs: () => Promise<Jobs>;
}

/**
 * Runs under the lock that starting servers take too, so it may be called beside them and any number of times.
 *
 * @param args what follows `ops migrate`: nothing
 * @returns the exit status: 0, or 2 for wrong use
 * @throws the first fault of a migration; nothing of the tables has changed then
 */
export async function migrateCommand(
  args: readonly string[],
  { database, jobs }: MigrateCommandDependencies,
  print: (line: string) => void,
): Promise<number> {
  const read = readArguments(args, { options: {}, verbs: { '': [] }, usage: migrateUsage }, print);
  if (!read) return wrongUse;
  const current = await isMigrated(database);
  await migrate(database);
  await jobs();
  print(current ? 'The database was up to date.' : 'The database is up to date now.');
  return 0;
}
