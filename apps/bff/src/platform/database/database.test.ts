import { useTestDatabase } from '@meridian/stack/test-database';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from './database.ts';
import { transactLong } from './transact.ts';

const { url } = await useTestDatabase();
const errors: Error[] = [];
const database = openDatabase(url, { maxConnections: 2, onError: (error) => errors.push(error) });
const other = openDatabase(url, { maxConnections: 1 });
afterAll(async () => {
  await database.destroy();
  await other.destroy();
});

const endConnection = (pid: number) => sql`select pg_terminate_backend(${pid})`.execute(other);

async function pidOf(connection: Parameters<ReturnType<typeof sql>['execute']>[0]): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection);
  return rows[0]?.pid ?? 0;
}

test('a connection that breaks during a transaction fails the transaction, not the process', async () => {
  const broken = database.transaction().execute(async (transaction) => {
    const pid = await pidOf(transaction);
    await endConnection(pid);
    // Waits for the connection's end to arrive while it is idle.
    await expect.poll(() => pidIsGone(pid)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await sql`select 1`.execute(transaction);
  });
  await expect(broken).rejects.toThrow(/[Cc]onnection|terminat/);
  expect(await pidOf(database)).toBeGreaterThan(0);
});

test('a connection that breaks while idle is reported and replaced', async () => {
  const pid = await pidOf(database);
  await endConnection(pid);
  await expect.poll(() => errors.length).toBeGreaterThan(0);
  expect(await pidOf(database)).not.toBe(pid);
});

async function pidIsGone(pid: number): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(other);
  return rows.length === 0;
}

test('statements are not JIT-compiled, because compiling takes longer than running them', async () => {
  const { rows } = await sql`show jit`.execute(database);
  expect(rows).toEqual([{ jit: 'off' }]);
});

test('a long transaction may take minutes, and the next statement on its connection may not', async () => {
  const timeout = async (connection: typeof other) =>
    (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(connection)).rows[0]
      ?.statement_timeout;
  expect(await transactLong(other, timeout)).toBe('15min');
  expect(await timeout(other)).toBe('30s');
});
