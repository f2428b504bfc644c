/** What has to be set up before seats can be sold. */
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Env } from '../../platform/settings/env.ts';
import { stepEntries } from './steps.ts';

/**
 * A supplier without a GSTIN takes enquiries only. A demo needs nothing else.
 * @returns the required steps of the set-up that have never passed, in their order
 */
export async function missingSetupSteps(
  database: Kysely<Database>,
  { appEnv, supplierGstin }: Pick<Env, 'appEnv' | 'supplierGstin'>,
): Promise<string[]> {
  const missing = supplierGstin === undefined ? ['Supplier: SUPPLIER_GSTIN is not set'] : [];
  if (appEnv === 'demo') return missing;
  const passed = await database
    .selectFrom('setup_steps')
    .select('name')
    .where('passed_at', 'is not', null)
    .execute();
  const never = stepEntries.filter(
    ({ id, isRequired }) => isRequired && !passed.some(({ name }) => name === id),
  );
  return [...missing, ...never.map(({ title }) => title)];
}
