import { useTestDatabase } from '@meridian/stack/test-database';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { marksOf } from './personal-columns.ts';

const { url } = await useTestDatabase();
const database = openDatabase(url);
afterAll(() => database.destroy());

const marked = () =>
  marksOf().flatMap(([table, { order: _order, lead: _lead, deleted: _deleted, ...marks }]) =>
    Object.values(marks)
      .flatMap((columns) => (Array.isArray(columns) ? columns : Object.keys(columns)))
      .map((column) => `${table}.${column}`),
  );

it('each column that can contain personal data has one mark', async () => {
  await migrate(database);
  const { rows } = await sql<{ column: string }>`
    select format('%s.%s', relname, attname) as column
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname not like 'kysely%'
      and attnum > 0 and not attisdropped
      and format_type(atttypid, null) not in
        ('uuid', 'integer', 'bigint', 'boolean', 'date', 'timestamp with time zone', 'bigint[]')
      and not exists (select from pg_constraint
        where conrelid = attrelid and contype = 'c' and conkey = array[attnum]
          and pg_get_constraintdef(pg_constraint.oid) ~ '= ANY [(]+ARRAY')`.execute(database);
  expect(marked().sort()).toEqual(rows.map(({ column }) => column).sort());
});
