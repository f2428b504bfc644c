/** Silent connections: a proxy stops forwarding without closing the connection. */
import { startTcpProxy } from '@meridian/stack/tcp-proxy';
import { useTestDatabase } from '@meridian/stack/test-database';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { withDeadlines } from './connection/deadlines.ts';
import { openPool, queryPool } from './connection/pool.ts';
import { isDatabaseUnavailable } from './connection/unavailable.ts';
import { openDatabase } from './database.ts';

const { url } = await useTestDatabase();
const proxy = await startTcpProxy(Number(new URL(url).port));
afterAll(() => proxy.stop());
const behindProxy = new URL(url);
behindProxy.port = String(proxy.port);

// A busy machine may need half a second for an answer.
const quick = { statementMs: 1_000, checkoutMs: 3_000 };
const database = openDatabase(behindProxy.href, { maxConnections: 4, deadlines: quick });
afterAll(() => database.destroy());

const ask = () => sql<{ one: number }>`select 1 as one`.execute(database);
/** Opens all connections of the pool. */
const useAll = () =>
  Promise.all(Array.from({ length: 4 }, () => sql`select pg_sleep(0.05)`.execute(database)));
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a silent connection', () => {
  it('is destroyed at the deadline, together with the other silent connections', async () => {
    await useAll();
    proxy.freeze();
    expect(isDatabaseUnavailable(await failureOf(ask()))).toBe(true);
    // The next query does not hit a second dead connection.
    for (let requested = 0; requested < 4; requested += 1) expect((await ask()).rows).toEqual([{ one: 1 }]);
  });

  it('fails a transaction at any of its statements', async () => {
    const broken = database.transaction().execute(async (transaction) => {
      await sql`select 1`.execute(transaction);
      proxy.freeze();
      await sql`select 2`.execute(transaction);
    });
    expect(isDatabaseUnavailable(await failureOf(broken))).toBe(true);
    expect((await ask()).rows).toEqual([{ one: 1 }]);
  });

  it('also fails in the pool of the job queue', async () => {
    const pool = openPool(behindProxy.href, { max: 2, applicationName: 'test', deadlines: () => quick });
    await queryPool(pool, 'select 1');
    proxy.freeze();
    expect(isDatabaseUnavailable(await failureOf(queryPool(pool, 'select 1')))).toBe(true);
    expect((await queryPool(pool, 'select 1 as one')).rows).toEqual([{ one: 1 }]);
    proxy.freeze();
    // Closing the pool does not wait for an answer.
    await pool.end();
  });
});

describe('failover: a former primary', () => {
  /** Changes the database's default for read-only transactions, over a connection that can write. */
  const setReadOnly = async (how: string) => {
    const admin = openDatabase(`${url}?options=-c%20default_transaction_read_only%3Doff`);
    const name = sql.ref(new URL(url).pathname.slice(1));
    await sql`alter database ${name} ${sql.raw(how)}`.execute(admin);
    await admin.destroy();
  };

  it.each(['statement', 'transaction'])(
    'failover: is left by all connections after one failed %s, which may be retried',
    async (kind) => {
      await setReadOnly('set default_transaction_read_only = on');
      const former = openDatabase(url, { maxConnections: 4, deadlines: quick });
      await Promise.all(Array.from({ length: 4 }, () => sql`select pg_sleep(0.05)`.execute(former)));
      // Connections do not break when the address resolves to another server: these stay read-only.
      await setReadOnly('reset default_transaction_read_only');
      const write = (on = former) => sql`create table if not exists written (id integer)`.execute(on);
      const failed = kind === 'statement' ? write() : former.transaction().execute((one) => write(one));
      expect(isDatabaseUnavailable(await failureOf(failed))).toBe(true);
      for (let tried = 0; tried < 4; tried += 1) await write();
      await former.destroy();
    },
  );
});

describe('a deadline', () => {
  it('applies to a transaction as a whole', async () => {
    const slow = database.transaction().execute(async (transaction) => {
      for (let step = 0; step < 20; step += 1) await sql`select pg_sleep(0.2)`.execute(transaction);
    });
    expect(isDatabaseUnavailable(await failureOf(slow))).toBe(true);
  });

  it('is longer with `withDeadlines`', async () => {
    const patient = { statementMs: 10_000, checkoutMs: 10_000 };
    await withDeadlines(patient, () => sql`select pg_sleep(1.5)`.execute(database));
    const whole = withDeadlines(patient, () =>
      database.transaction().execute(async (transaction) => {
        for (let step = 0; step < 8; step += 1) await sql`select pg_sleep(0.2)`.execute(transaction);
      }),
    );
    expect(await failureOf(whole)).toBeUndefined();
  });

  it('does not fire if the answer arrived while the event loop was blocked', async () => {
    const requested = ask();
    // Blocks the event loop past the deadline, with the answer in the socket.
    const until = performance.now() + 1.5 * quick.statementMs;
    await new Promise((resolve) => setTimeout(resolve, 50));
    const slow = sql<{ one: number }>`select 1 as one from pg_sleep(0.05)`.execute(database);
    await new Promise((resolve) => setTimeout(resolve, 10));
    while (performance.now() < until) Math.sqrt(until);
    expect((await requested).rows).toEqual([{ one: 1 }]);
    expect((await slow).rows).toEqual([{ one: 1 }]);
  });

  it('does not turn an error of the statement into an unavailable database', async () => {
    const error = await failureOf(sql`select 1 / 0`.execute(database));
    expect(error).toMatchObject({ code: '22012' });
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});
