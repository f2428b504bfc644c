import { useTestDatabase } from '@meridian/stack/test-database';
import { type Kysely, sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { rowTypes } from '../../../testing/database/row-types.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

const { url } = await useTestDatabase();
const database = openDatabase(url);
afterAll(() => database.destroy());

it('schema.ts has the row types of the schema', async () => {
  await migrate(database);
  await expect(await rowTypes(database as unknown as Kysely<never>)).toMatchFileSnapshot('schema.ts');
});

/** Types of id columns by the end of the column name; other ids are text. */
const idTypes: [RegExp, string][] = [
  [/\.(?:course|batch|course_schedule|coupon)_id$/, 'bigint'],
  [/\.(?:courses|batches)$/, 'bigint[]'],
  [/\.(?:(?:resumed|check)_)?order_id$|\.(?:lead|file|submission)_id$/, 'uuid'],
  [/^webhook_\w+\.(?:message|endpoint|delivery)_id$/, 'uuid'],
  // Id of the request for a document, not of an HTTP request.
  [/^invoices\.request_id$/, 'uuid'],
  [/\.import_id$/, 'uuid'],
];

it('an id has the same type in every table', async () => {
  const { rows } = await sql<{ column: string; type: string }>`
    select format('%s.%s', relname, attname) as column, format_type(atttypid, null) as type
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind in ('r', 'p', 'v') and relnamespace = 'public'::regnamespace and relname not like 'kysely%'
      and attnum > 0 and not attisdropped and attname ~ '(_ids?|^courses|^batches)$'
    order by 1`.execute(database);
  const wrong = rows.filter(({ column, type }) => {
    const expected = idTypes.find(([names]) => names.test(column))?.[1] ?? 'text';
    return type !== expected;
  });
  expect(wrong).toEqual([]);
  expect(rows.length).toBeGreaterThan(40);
});
