/** Lists the set-up steps that are missing before sales can be opened. */
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Env } from '../../platform/settings/env.ts';
import { stepEntries } from './steps.ts';

/** @returns titles of the required set-up steps that have never passed, in order */
export async function neverPassed(database: Kysely<Database>): Promise<string[]> {
  const passed = await database
    .selectFrom('setup_steps')
    .select('name')
    .where('passed_at', 'is not', null)
    .execute();
  return stepEntries
    .filter(({ id, isRequired }) => isRequired && !passed.some(({ name }) => name === id))
    .map(({ title }) => title);
}

/**
 * Lists the required steps and settings that are missing before sales can be opened. A demo needs only the
 * GSTIN.
 */
export async function missingSetupSteps(
  database: Kysely<Database>,
  { appEnv, supplierGstin }: Pick<Env, 'appEnv' | 'supplierGstin'>,
): Promise<string[]> {
  const missing = supplierGstin === undefined ? ['Supplier: SUPPLIER_GSTIN is not set'] : [];
  return appEnv === 'demo' ? missing : [...missing, ...(await neverPassed(database))];
}
