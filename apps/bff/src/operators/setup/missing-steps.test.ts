import { expect, it } from 'vitest';
import { useMigratedDatabase } from '../../../testing/test-database.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { missingSetupSteps } from './missing-steps.ts';
import { stepEntries } from './steps.ts';

const { url } = await useMigratedDatabase();
const database = openDatabase(url);
await migrate(database);
const supplierGstin = '29AAAAA0000A1ZY';

async function record(name: string, state: 'passed' | 'failed', passedAt: Date | null): Promise<void> {
  const row = { name, state, message: '', checked_at: new Date(), passed_at: passedAt, checked_by: 'a' };
  await database
    .insertInto('setup_steps')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

it('lists the required steps that have never passed, and a missing GSTIN', async () => {
  const required = stepEntries.filter(({ isRequired }) => isRequired);
  const missing = () => missingSetupSteps(database, { appEnv: 'production', supplierGstin });
  expect(await missing()).toEqual(required.map(({ title }) => title));
  for (const { id } of required) await record(id, 'passed', new Date());
  expect(await missing()).toEqual([]);
  // A step that has passed once stays passed, for example when a token expires.
  await record(required[0]?.id ?? '', 'failed', new Date());
  expect(await missing()).toEqual([]);
  expect(await missingSetupSteps(database, { appEnv: 'production', supplierGstin: undefined })).toEqual([
    'Supplier: SUPPLIER_GSTIN is not set',
  ]);
});

it('requires only the GSTIN for a demo', async () => {
  await database.deleteFrom('setup_steps').execute();
  expect(await missingSetupSteps(database, { appEnv: 'demo', supplierGstin: undefined })).toHaveLength(1);
  expect(await missingSetupSteps(database, { appEnv: 'demo', supplierGstin })).toEqual([]);
});
