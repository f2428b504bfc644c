/** Documents with a list while the database is silent, or slow. */
import { startTcpProxy, type TcpProxy } from '@meridian/stack/tcp-proxy';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { useConsoleBuild } from '../../../../testing/console/console-build.ts';
import { useConsole } from '../../../../testing/console/console-stack.ts';
import { openDatabase } from '../../../platform/database/database.ts';

/** Longer than a document may take, even on a busy machine. */
const statementMs = 30_000;
let proxy: TcpProxy | undefined;

const { app, call, operator, stack } = await useConsole({
  webDir: await useConsoleBuild(),
  async connect(databaseUrl) {
    const behindProxy = new URL(databaseUrl);
    proxy = await startTcpProxy(Number(behindProxy.port));
    behindProxy.port = String(proxy.port);
    const database = openDatabase(behindProxy.href, { deadlines: { statementMs, checkoutMs: statementMs } });
    afterAll(async () => {
      // First: silent connections would be waited for.
      await proxy?.stop();
      await database.destroy();
    });
    return database;
  },
});
const { cookie, email } = await operator('viewer');

const open = async () => {
  const begun = performance.now();
  const headers = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' };
  const { statusCode, body } = await app.inject({
    url: '/leads',
    headers: { host: 'localhost:3001', cookie, ...headers },
  });
  const isPlain = body.includes('<div id="root"></div>');
  return { statusCode, isPlain, hasList: body.includes(email), ms: performance.now() - begun };
};

/** Keeps every list of leads waiting. @returns lets them go on */
async function holdLeads(): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = stack.database.transaction().execute(async (transaction) => {
    await sql`lock table leads in access exclusive mode`.execute(transaction);
    locked.resolve();
    await held.promise;
  });
  await locked.promise;
  return () => {
    held.resolve();
    return holding;
  };
}

it('21 two hundred documents whose list does not come are answered, and leave connections to others', async () => {
  const release = await holdLeads();
  const opened = Array.from({ length: 200 }, open);
  const waiting = sql<{ count: number }>`select count(*)::integer as count from pg_locks where not granted`;
  await expect
    .poll(async () => (await waiting.execute(stack.database)).rows[0]?.count, { timeout: 10_000 })
    .toBeGreaterThanOrEqual(3);
  const asked = performance.now();
  expect((await call('GET', '/session', { cookie })).status).toBe(200);
  expect(performance.now() - asked).toBeLessThan(statementMs / 2);
  const documents = await Promise.all(opened);
  expect((await call('GET', '/session', { cookie })).status).toBe(200);
  for (const document of documents) {
    expect(document).toMatchObject({ statusCode: 200, isPlain: true });
    expect(document.ms).toBeLessThan(statementMs / 2);
  }
  await release();
  // What was given up ends by itself, and makes room.
  await expect.poll(open, { timeout: 10_000 }).toMatchObject({ hasList: true });
});

it('21 a document does not wait for a silent database', async () => {
  expect(await open()).toMatchObject({ hasList: true });
  proxy?.freezeAll();
  const document = await open();
  expect(document).toMatchObject({ statusCode: 200, isPlain: true });
  expect(document.ms).toBeLessThan(statementMs / 2);
  proxy?.heal();
});
