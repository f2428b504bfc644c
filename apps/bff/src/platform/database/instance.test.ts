import { useTestDatabase } from '@meridian/stack/test-database';
import { afterAll, expect, it } from 'vitest';
import { useMigratedDatabase } from '../../../testing/test-database.ts';
import { openDatabase } from './database.ts';
import { otherSettings, readInstance, stampInstance } from './instance.ts';

const { url } = await useMigratedDatabase();
const database = openDatabase(url);
const { url: emptyUrl } = await useTestDatabase();
const empty = openDatabase(emptyUrl);
afterAll(() => Promise.all([database.destroy(), empty.destroy()]));

const digests = { SUPPLIER_GSTIN: 'a', INVOICE_PREFIX: 'b' };

it('the first start sets the APP_ENV of the database, and a start with another one is refused', async () => {
  expect(await readInstance(database)).toBeUndefined();
  await stampInstance(database, { appEnv: 'demo', digests });
  await stampInstance(database, { appEnv: 'demo', digests });
  for (const appEnv of ['staging', 'production'] as const)
    await expect(stampInstance(database, { appEnv, digests })).rejects.toThrow(
      `The database belongs to APP_ENV=demo, and APP_ENV here is ${appEnv}`,
    );
  expect(await readInstance(database)).toMatchObject({ appEnv: 'demo', digests });
});

it('reports the names of settings that differ from those of the server that started last', async () => {
  await stampInstance(database, { appEnv: 'demo', digests: { ...digests, INVOICE_PREFIX: 'c' } });
  const instance = await readInstance(database);
  expect(otherSettings(instance, digests)).toEqual(['INVOICE_PREFIX']);
  expect(otherSettings(instance, { ...digests, INVOICE_PREFIX: 'c' })).toEqual([]);
  // The other version has one more setting.
  expect(otherSettings(instance, { INVOICE_PREFIX: 'c', LATER: 'd' })).toEqual([]);
});

it('a database without tables reports no differing settings', async () => {
  expect(otherSettings(await readInstance(empty), digests)).toEqual([]);
});
