import { useTestDatabase } from '@meridian/stack/test-database';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from './database.ts';
import { prepared } from './prepared.ts';

const { url } = await useTestDatabase();
const database = openDatabase(url, { maxConnections: 1 });
afterAll(() => database.destroy());

async function preparedStatements(): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements order by prepare_time`.execute(database);
  return rows.map((row) => row.statement);
}

test('a marked statement is prepared once for all parameters, and others are not prepared', async () => {
  const double = async (value: number) => {
    const { rows } = await sql<{ doubled: number }>`${prepared}
      select 2 * ${value}::integer as doubled`.execute(database);
    return rows[0]?.doubled;
  };
  expect([await double(1), await double(2), await double(3)]).toEqual([2, 4, 6]);
  await sql`select ${1}::integer`.execute(database);
  expect(await preparedStatements()).toEqual([expect.stringContaining('select 2 * $1::integer')]);
});

test('an error of one run leaves the statement and its connection usable', async () => {
  const invert = async (value: number) => {
    const { rows } = await sql<{ inverted: number }>`${prepared}
      select 6 / ${value}::integer as inverted`.execute(database);
    return rows[0]?.inverted;
  };
  await expect(invert(0)).rejects.toThrow('division by zero');
  expect(await invert(2)).toBe(3);
  const lost = database.transaction().execute(async (transaction) => {
    await sql`${prepared} select ${4}::integer`.execute(transaction);
    throw new Error('rolled back');
  });
  await expect(lost).rejects.toThrow('rolled back');
  const { rows } = await sql`${prepared} select ${4}::integer`.execute(database);
  expect(rows).toHaveLength(1);
});

test('a plan made for a small table is replaced soon after the table has grown', async () => {
  await sql`create temporary table grows (id integer primary key, filling text)`.execute(database);
  await sql`insert into grows values (0, '')`.execute(database);
  await sql`analyze grows`.execute(database);
  const look = () =>
    sql`${prepared}
    select id from grows where id = any(${[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}::integer[])`.execute(database);
  const plan = async () => {
    const { rows } = await sql<{ name: string }>`
      select name from pg_prepared_statements where statement like '%from grows%'`.execute(database);
    const explained = await sql<{ 'QUERY PLAN': string }>`
      explain execute ${sql.id(rows[0]?.name ?? '')} (null)`.execute(database);
    return explained.rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  for (let run = 0; run < 10; run += 1) await look();
  expect(await plan()).toContain('Seq Scan');
  await sql`insert into grows select number, repeat('x', 500) from generate_series(1, 20000) as number`.execute(
    database,
  );
  for (let run = 0; run < 200; run += 1) await look();
  expect(await plan()).not.toContain('Seq Scan');
});
