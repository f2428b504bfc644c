import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { stepEntries } from './steps.ts';

/** @returns titles of the required steps of the set-up that have never passed, in their order */
export async function missingSetupSteps(database: Kysely<Database>): Promise<string[]> {
  const passed = await database
    .selectFrom('setup_steps')
    .select('name')
    .where('passed_at', 'is not', null)
    .execute();
  return stepEntries
    .filter(({ id, isRequired }) => isRequired && !passed.some(({ name }) => name === id))
    .map(({ title }) => title);
}
