/** `ops migrate`: migrates the database before a deploy. Servers also do so at start. */
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { makeLeadMonths } from '../../platform/database/lead-months.ts';
import { isMigrated } from '../../platform/database/migrate.ts';
import { contractAs, migrateAs } from '../../platform/database/owner.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { readArguments, wrongUse } from './arguments.ts';

export const migrateUsage = 'ops migrate [--contract]';

export interface MigrateCommandDependencies {
  database: Kysely<Database>;
  /** `DATABASE_OWNER_URL` */
  ownerUrl?: string | undefined;
  /** Starting the queue migrates its schema. */
  jobs: () => Promise<Jobs>;
}

/**
 * Uses the same lock as starting servers; idempotent.
 * @param args arguments after `ops migrate`: `--contract` also takes away what only earlier versions need, and keeps
 *   leads by months; earlier versions cannot be started again then
 * @returns exit status: 0, or 2 for wrong usage
 * @throws the first migration error; no table has changed then
 */
export async function migrateCommand(
  args: readonly string[],
  { database, ownerUrl, jobs }: MigrateCommandDependencies,
  print: (line: string) => void,
): Promise<number> {
  const read = readArguments(
    args,
    { options: { contract: { type: 'boolean' } }, verbs: { '': ['contract'] }, usage: migrateUsage },
    print,
  );
  if (!read) return wrongUse;
  const current = await isMigrated(database);
  await migrateAs(database, ownerUrl);
  await makeLeadMonths(database);
  await jobs();
  print(current ? 'The database was up to date.' : 'The database is up to date now.');
  if (read.values.contract) {
    await contractAs(database, ownerUrl);
    print('What only earlier versions needed is gone; leads are kept by months.');
  }
  return 0;
}
