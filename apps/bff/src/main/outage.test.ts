/** Database outages and silent connections, through a proxy that injects faults. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startTcpProxy } from '@meridian/stack/tcp-proxy';
import pg from 'pg';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { samples } from '../../testing/leads/samples.ts';
import { useSite } from '../../testing/site.ts';
import { useMigratedDatabase } from '../../testing/test-database.ts';

// Time-outs must elapse in these tests.
vi.setConfig({ testTimeout: 60_000 });

const { url } = await useMigratedDatabase();
const proxy = await startTcpProxy(Number(new URL(url).port));
afterAll(() => proxy.stop());
const behindProxy = new URL(url);
behindProxy.port = String(proxy.port);

const lines: string[] = [];
const site = await useSite({ DATABASE_URL: behindProxy.href, FORM_LIMIT_PER_MINUTE: '0' }, (line) =>
  lines.push(line),
);
const { http } = site;
const direct = new pg.Pool({ connectionString: url, max: 1 });
afterAll(() => direct.end());

const recoveryMs = 10_000;
let sent = 0;
const send = () => {
  sent += 1;
  const email = `visitor-${sent}@example.com`;
  return http.post('/api/contact_us').send({ ...samples.contact_us, email });
};
const writesReady = async () => (await http.get('/readyz/writes')).status === 200;
async function until(holds: () => Promise<boolean>, withinMs = 15_000): Promise<number> {
  const startedAt = performance.now();
  while (!(await holds())) {
    if (performance.now() - startedAt > withinMs) throw new Error('not in time');
    await sleep(100);
  }
  return performance.now() - startedAt;
}
const metric = async (name: string) =>
  Number(
    new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (\\S+)$`, 'm').exec(await site.metrics.text())?.[1] ?? NaN,
  );

describe('existing connections are silent and new ones work', () => {
  it('leads are accepted again within ten seconds, and no accepted lead is lost', async () => {
    await Promise.all(Array.from({ length: 12 }, send));
    proxy.freeze();
    const frozenAt = performance.now();
    const thanked: string[] = [];
    const enough = 20;
    let takenAfterMs = Number.POSITIVE_INFINITY;
    // Several visitors send leads concurrently during the outage.
    const visitor = async () => {
      while (performance.now() - frozenAt < recoveryMs && thanked.length < enough) {
        const answer = await send();
        expect([200, 503]).toContain(answer.status);
        if (answer.status === 503) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
        else takenAfterMs = Math.min(takenAfterMs, performance.now() - frozenAt);
        thanked.push(...(answer.status === 200 ? [String(answer.body.status)] : []));
        await sleep(50);
      }
    };
    const before = await direct.query('select count(*)::integer as leads from leads');
    await Promise.all([visitor(), visitor(), visitor()]);
    expect(takenAfterMs).toBeLessThan(recoveryMs);
    const after = await direct.query('select count(*)::integer as leads from leads');
    expect(after.rows[0].leads - before.rows[0].leads).toBeGreaterThanOrEqual(thanked.length);
  });

  it('silent connections are found before a visitor uses them', async () => {
    await Promise.all(Array.from({ length: 6 }, send));
    proxy.freeze();
    await sleep(recoveryMs / 2);
    expect(await until(writesReady)).toBeLessThan(recoveryMs / 2);
    await send().expect(200);
  });
});

describe('the database is unavailable', () => {
  it.each(['silent', 'gone'])(
    'pages are served, and forms and the checkout get 503 with Retry-After (%s)',
    async (how) => {
      await http.get('/about').expect(200);
      if (how === 'silent') proxy.freezeAll();
      else proxy.cut();
      await until(async () => !(await writesReady()));
      expect((await http.get('/readyz').expect(200)).body).toMatchObject({
        message: 'Ready, without the database',
        data: { database: 'down' },
      });
      const askedAt = performance.now();
      await http.get('/readyz').expect(200);
      // Load balancers time out after 2 to 3 s. A silent database must not remove the replica.
      expect(performance.now() - askedAt).toBeLessThan(2_000);
      for (const path of ['/', '/about', '/api/header']) await http.get(path).expect(200);
      const order = { course_id: 101, course_schedule_id: 1, number_of_course: 1, first_name: 'Asha' };
      const contact = { last_name: 'Rao', email: 'asha@example.com', phone_number: '+91 98000 00000' };
      const answers = await Promise.all([
        send(),
        http.post('/api/checkout').send({ ...order, ...contact, course_schedule_id: await batchId() }),
        http.get('/api/receipts/0123456789abcdefghijklmnopqrstuv'),
      ]);
      for (const answer of answers.slice(0, 2)) {
        expect(answer.status).toBe(503);
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
        expect(answer.body).toMatchObject({ status: 0, message: expect.stringMatching(/try again/) });
      }
      expect(answers.map(({ status }) => status)).not.toContain(500);
      expect(await metric('bff_ready{serves="pages"}')).toBe(1);
      await until(async () => (await metric('bff_ready{serves="writes"}')) === 0);
      expect(await metric('ledger_silent_seconds')).toBeGreaterThan(0);
      proxy.heal();
      const healedAfterMs = await until(async () => (await send()).status === 200);
      expect(healedAfterMs).toBeLessThan(recoveryMs);
      await until(writesReady);
    },
  );

  it('the log reports the outage in few lines and without personal data', () => {
    const faults = lines.filter((line) => line.includes('"job queue"'));
    expect(faults.length).toBeLessThan(20);
    expect(lines.join('')).not.toContain('not an error');
    expect(lines.join('')).not.toContain('@example.com');
    expect(lines.filter((line) => line.includes('the database accepts no commits')).length).toBeGreaterThan(
      0,
    );
  });
});

async function batchId(): Promise<number> {
  const { body } = await http.get('/api/course_schedule').query({ id: 101 }).expect(200);
  return body.data.course_schedule[0].id;
}
