import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { useTestDatabase } from '@meridian/stack/test-database';
import { createTestContent, writeFiles } from '@meridian/upstream/content/test-content';
import { startUpstream } from '@meridian/upstream/start';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { someSupply } from '../../../testing/invoices/documents.ts';
import { insertPaidOrder } from '../../../testing/invoices/paid-order.ts';
import { supplier } from '../../../testing/invoices/settings.ts';
import { useSite } from '../../../testing/site.ts';
import { issueDocuments } from '../../enrolment/documents/issue-document.ts';
import { requestInvoice } from '../../enrolment/documents/request-documents.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { doctorCommand } from './doctor.ts';

const site = await useSite();
const { url: emptyUrl } = await useTestDatabase();
const { url: contentUrl } = await useTestDatabase();
const settings = { ...site.environment, PUBLIC_URL: site.url };
const database = openDatabase(settings.DATABASE_URL, { maxConnections: 3 });
afterAll(() => database.destroy());

interface Found {
  name: string;
  state: string;
  text: string;
  advice?: string;
}

async function doctor(change: NodeJS.ProcessEnv = {}) {
  const lines: string[] = [];
  const status = await doctorCommand(['--json'], { ...settings, ...change }, (line) => lines.push(line));
  const { checks } = JSON.parse(lines.join('\n')) as { checks: Found[] };
  const of = (name: string) => checks.find((check) => check.name === name);
  return { status, checks, of };
}

/** The test server runs with fsync off, which the doctor reports as a fault. */
async function setFsync(value: 'on' | 'off'): Promise<void> {
  await sql`alter system set fsync = ${sql.raw(value)}`.execute(database);
  await sql`select pg_reload_conf()`.execute(database);
  const shown = async () => (await sql<{ fsync: string }>`show fsync`.execute(database)).rows[0]?.fsync;
  for (let tried = 0; tried < 100 && (await shown()) !== value; tried += 1) await sleep(20);
}

beforeAll(() => setFsync('on'));
afterAll(() => setFsync('off'));
beforeAll(async () => {
  await site.services.startWorkers();
  const isRun = async () => {
    const { rows } = await sql`
      select from schedule_runs where name in ('sweep-leads', 'reconcile-payments', 'release-seats')
        and succeeded_at is not null`.execute(database);
    return rows.length === 3;
  };
  for (let tried = 0; tried < 100 && !(await isRun()); tried += 1) await sleep(200);
});

it('doctor: finds no fault in a working installation, and does not change the session of the CRM', async () => {
  const { rows: before } = await sql`select * from crm_session`.execute(database);
  const { status, checks } = await doctor();
  expect(checks.filter(({ state }) => state === 'fault' || state === 'skipped')).toEqual([]);
  expect(status).toBe(0);
  expect(checks.length).toBeGreaterThan(12);
  const { rows: after } = await sql`select * from crm_session`.execute(database);
  expect(after).toEqual(before);
});

it('doctor: reports records that have waited for more than a day without a case', async () => {
  await sql`insert into payment_claims (payment_id, provider_order_id, received_at, next_check_at)
    values ('pay_1', 'order_1', now() - interval '26 hours', now() + interval '1 hour')`.execute(database);
  const { status, checks } = await doctor();
  await sql`delete from payment_claims`.execute(database);
  expect(status).toBe(1);
  expect(checks.find(({ name }) => name === 'waiting')).toMatchObject({
    state: 'fault',
    text: expect.stringContaining('payment_claim 1'),
  });
});

it.each([
  ['configuration', { RAZORPAY_KEY_ID: '', PORT: 'x' }, /RAZORPAY_KEY_ID: is required.*|PORT: must be/],
  ['database', { DATABASE_URL: 'postgresql://x:y@127.0.0.1:1/none' }, /ECONNREFUSED/],
  ['migrations', { DATABASE_URL: emptyUrl }, /migrations? to run: 0001-schema/],
  ['upstream', { UPSTREAM_URL: 'http://127.0.0.1:1' }, /The upstream does not answer: /],
  ['payments', { RAZORPAY_API_URL: 'http://127.0.0.1:1' }, /ECONNREFUSED/],
  ['payments', { RAZORPAY_KEY_SECRET: 'another' }, /HTTP 401/],
  ['payments', { RAZORPAY_WEBHOOK_SECRET: 'sandbox_key_secret' }, /key's secret/],
  ['settings', { APP_ENV: 'staging' }, /belongs to APP_ENV=demo, and APP_ENV here is staging/],
  ['crm', { ZOHO_REFRESH_TOKEN: 'another' }, /token/],
  ['mail', { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@b.example' }, /accepts no emails: CONN: /],
])('doctor: reports a fault of %s (%o) with advice', async (name, change, text) => {
  const { status, of } = await doctor(change);
  expect(of(name)).toMatchObject({
    state: 'fault',
    text: expect.stringMatching(text),
    advice: expect.any(String),
  });
  expect(status).toBe(1);
});

it('doctor: reports mistakes in the content, as a warning if the content is in use', async () => {
  expect((await doctor()).of('content')).toMatchObject({ state: 'ok', text: 'The content has no mistakes' });
  const { folder, remove } = await createTestContent({
    'site.yaml': { discount_text: '<b>x</b>', button_text: 'Go' },
  });
  onTestFinished(remove);
  const options = { host: '127.0.0.1', port: 0, faults: false, logLevel: 'silent' };
  const upstream = await startUpstream({ databaseUrl: contentUrl, contentDir: folder, ...options });
  onTestFinished(upstream.stop);
  const content = async () => (await doctor({ UPSTREAM_URL: upstream.url })).of('content');
  expect(await content()).toMatchObject({
    state: 'warning',
    text: expect.stringMatching(/^3 mistakes in the content: .*site\.yaml:1, discount_text: has HTML/),
  });
  await writeFiles(folder, { 'site.yaml': 'discount_text: Save\n' });
  await vi.waitFor(
    async () =>
      expect(await content()).toMatchObject({
        state: 'fault',
        text: expect.stringMatching(/^3 mistakes in the content: site\.yaml:1, button_text: is missing; /),
      }),
    10_000,
  );
});

it('doctor: reports settings that differ from those of the running server', async () => {
  const { of } = await doctor({ RETENTION_DAYS: '30' });
  expect(of('settings')).toMatchObject({ state: 'warning', text: expect.stringContaining('RETENTION_DAYS') });
});

it('doctor: warns if sales are open and search engines are refused', async () => {
  const searchEngines = async (value: string) =>
    (await doctor({ SEARCH_ENGINES: value })).of('search engines');
  expect(await searchEngines('refuse')).toMatchObject({ state: 'warning' });
  expect(await searchEngines('allow')).toMatchObject({ state: 'ok' });
});

it('doctor: reports the age of the last base backup', async () => {
  expect((await doctor()).of('backups')).toMatchObject({ state: 'warning', text: 'No backup is recorded' });
  const note = (hours: number) =>
    sql`insert into schedule_runs (name, succeeded_at) values ('base-backup', now() - ${hours} * interval '1 hour')
      on conflict (name) do update set succeeded_at = excluded.succeeded_at`.execute(database);
  await note(5);
  expect((await doctor()).of('backups')).toMatchObject({
    state: 'ok',
    text: 'The last base backup is 5 hours old',
  });
  await note(49);
  const late = (await doctor()).of('backups');
  await sql`delete from schedule_runs where name = 'base-backup'`.execute(database);
  expect(late).toMatchObject({ state: 'fault', text: 'The last base backup is 49 hours old' });
});

it('doctor: reports whether pg_dump matches the version of the server', async () => {
  const { rows } = await sql<{ major: number }>`
    select current_setting('server_version_num')::integer / 10000 as major`.execute(database);
  const major = rows[0]?.major ?? 0;
  const folder = await mkdtemp(join(tmpdir(), 'doctor-'));
  const path = process.env.PATH;
  async function withDump(version: string | undefined) {
    const file = join(folder, 'pg_dump');
    await (version === undefined
      ? rm(file, { force: true })
      : writeFile(file, `#!/bin/sh\necho "pg_dump (PostgreSQL) ${version}"\n`, { mode: 0o755 }));
    process.env.PATH = folder;
    const { of } = await doctor().finally(() => {
      process.env.PATH = path;
    });
    return of('dump program');
  }
  expect(await withDump(undefined)).toMatchObject({
    state: 'ok',
    text: 'pg_dump is not installed on this machine',
  });
  expect(await withDump(`${major}.2`)).toMatchObject({ state: 'ok' });
  for (const other of [major - 1, major + 3])
    expect(await withDump(`${other}.1`)).toMatchObject({
      state: 'warning',
      text: `pg_dump has version ${other}, the server has version ${major}`,
    });
  await rm(folder, { recursive: true });
});

it('doctor: warns if no mail server or console is set, or the console does not respond', async () => {
  const { of } = await doctor();
  expect(of('mail')).toMatchObject({
    state: 'warning',
    text: expect.stringContaining('No mail server is set'),
  });
  expect(of('console')).toMatchObject({ state: 'warning', text: expect.stringContaining('no console') });
  const away = await doctor({ CONSOLE_SECRET: 'x'.repeat(32), CONSOLE_URL: 'http://localhost:9' });
  expect(away.of('console')).toMatchObject({
    state: 'warning',
    text: expect.stringContaining('http://localhost:9 does not answer'),
  });
});

it('doctor --data: checks only the data of a restored database, without external services', async () => {
  const lines: string[] = [];
  const alone = { DATABASE_URL: settings.DATABASE_URL };
  expect(await doctorCommand(['--data', '--json'], alone, (line) => lines.push(line))).toBe(0);
  const { checks } = JSON.parse(lines.join('\n')) as { checks: Found[] };
  const expected = [
    'database',
    'writes',
    'migrations',
    'leads',
    'orders',
    'invoices',
    'personal data',
    'audit',
  ];
  expect(checks.map(({ name }) => name)).toEqual(expected);
});

it('doctor: skips checks whose requirements are missing', async () => {
  const { of } = await doctor({ DATABASE_URL: emptyUrl, PORT: 'x' });
  expect(of('clock')?.state).toBe('ok');
  expect(of('invoices')).toMatchObject({ state: 'skipped', text: 'Needs the tables: see the fault above' });
  expect(of('webhooks')?.text).toBe('Needs the settings and the tables: see the fault above');
});

it.each([
  ['default_transaction_read_only=on', /read-only/],
  ['synchronous_commit=off', /may be lost: .*synchronous_commit is off/],
])('doctor: reports a database that refuses writes or may lose them (%s)', async (setting, text) => {
  const url = new URL(settings.DATABASE_URL);
  url.searchParams.set('options', `-c ${setting}`);
  const { of } = await doctor({ DATABASE_URL: url.href });
  expect(of('writes')).toMatchObject({ state: 'fault', text: expect.stringMatching(text) });
  expect(of('leads')?.state).toBe('ok');
});

it('doctor: reports a gap in the numbers of documents, and a counter that is too low', async () => {
  const jobs = { enqueue: async () => undefined };
  const deps = { database, jobs, supplier, prefix: 'MA', issue: 'payment' as const };
  for (let number = 1; number <= 3; number += 1) {
    const orderId = await insertPaidOrder(database);
    await database
      .transaction()
      .execute((transaction) =>
        requestInvoice(transaction, jobs, { orderId, version: 1, supply: someSupply() }),
      );
    await issueDocuments(deps, orderId);
  }
  expect((await doctor()).of('invoices')).toMatchObject({
    state: 'ok',
    text: '3 documents, numbered without a gap',
  });
  await sql`update invoice_counters set last_number = 2`.execute(database);
  expect((await doctor()).of('invoices')?.text).toMatch(/ends at 3, but its counter is at 2/);
  // Disables the trigger that refuses deletion.
  await sql`alter table invoices disable trigger user`.execute(database);
  await sql`delete from invoices where serial = 2`.execute(database);
  expect((await doctor()).of('invoices')).toMatchObject({
    state: 'fault',
    text: expect.stringMatching(/has 2 documents from number 1 to 3/),
  });
});

it('doctor: reports scheduled jobs that do not run', async () => {
  await sql`update schedule_runs set succeeded_at = now() - interval '1 day' where name = 'reconcile-payments'`.execute(
    database,
  );
  const { of } = await doctor();
  expect(of('schedules')?.text).toMatch(/reconcile-payments \(not recently\)/);
});

it('doctor: uses singular and plural for cases and requests', async () => {
  const found = async (check: string) => (await doctor()).of(check)?.text;
  const addCase = (subject: string) =>
    sql`insert into cases (kind, subject, opened_at) values ('glyph_missing', ${subject}, now())`.execute(
      database,
    );
  const addRequest = (id: string, days: number) =>
    sql`insert into data_requests (id, kind, token_hash, email, created_at, expires_at, confirmed_at, due_at)
      values (${id}, 'erasure', ${id}, 'a@b.example', now(), now(), now(),
        now() + ${days} * interval '1 day' + interval '1 hour')`.execute(database);
  await addCase('one');
  await addRequest(randomUUID(), 1);
  expect(await found('orders')).toBe('1 case needs an operator');
  expect(await found('personal data')).toBe('1 erasure request open, the first due in 1 day');
  await addCase('two');
  await addRequest(randomUUID(), 2);
  expect(await found('orders')).toBe('2 cases need an operator');
  expect(await found('personal data')).toBe('2 erasure requests open, the first due in 1 day');
  await sql`delete from cases`.execute(database);
  await sql`delete from data_requests`.execute(database);
});

it('doctor: prints a line for each check, followed by its advice', async () => {
  const lines: string[] = [];
  expect(
    await doctorCommand([], { ...settings, UPSTREAM_URL: 'http://127.0.0.1:1' }, (line) => lines.push(line)),
  ).toBe(1);
  expect(lines.join('\n')).toMatch(
    /^ok +clock +This machine .*\nfault +upstream .*\n +→ Correct UPSTREAM_URL/m,
  );
  expect(await doctorCommand(['--all'], settings, () => undefined)).toBe(2);
});
