import { useTestDatabase } from '@meridian/stack/test-database';
import type { Kysely } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { rowTypes } from '../../../testing/database/row-types.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

const { url } = await useTestDatabase();
const database = openDatabase(url);
afterAll(() => database.destroy());

it('the row types are those of the schema', async () => {
  await migrate(database);
  await expect(await rowTypes(database as unknown as Kysely<never>)).toMatchFileSnapshot('schema.ts');
});
