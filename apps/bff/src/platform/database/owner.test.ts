import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { useTestDatabase } from '@meridian/stack/test-database';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrateFromEarlier } from '../../../testing/database/earlier-schema.ts';
import { applyRetention } from '../../leads/ledger/retention.ts';
import { findAuditFault, recordAudit } from '../../operators/audit/audit-log.ts';
import { createJobs } from '../jobs/create-jobs.ts';
import { isContracted } from './contract.ts';
import { openDatabase } from './database.ts';
import { leadMonths, leadMonthsState, makeLeadMonths, withMonthsLock } from './lead-months.ts';
import { isMigrated } from './migrate.ts';
import { contractAs, mayChangeAuditLog, migrateAs } from './owner.ts';

const { url } = await useTestDatabase();
const suffix = randomUUID().slice(0, 8);
const [ownerRole, appRole] = [`owner_${suffix}`, `app_${suffix}`];
const superuser = openDatabase(url, { maxConnections: 1 });
function urlOf(role: string): string {
  const address = new URL(url);
  address.username = role;
  address.password = role;
  return address.href;
}
const app = openDatabase(urlOf(appRole), { maxConnections: 2 });

beforeAll(async () => {
  const name = sql.id(new URL(url).pathname.slice(1));
  for (const role of [ownerRole, appRole])
    await sql`create role ${sql.id(role)} login password ${sql.lit(role)}`.execute(superuser);
  await sql`alter database ${name} owner to ${sql.id(ownerRole)}`.execute(superuser);
});
afterAll(async () => {
  await app.destroy();
  for (const role of [appRole, ownerRole]) {
    await sql`drop owned by ${sql.id(role)} cascade`.execute(superuser);
    if (role === appRole) await sql`drop role ${sql.id(role)}`.execute(superuser);
  }
  await superuser.destroy();
});

it('21 the owner migrates, and the application may add to the audit log and read it, and no more', async () => {
  const owner = openDatabase(urlOf(ownerRole), { maxConnections: 1 });
  await migrateFromEarlier(owner);
  await owner.destroy();
  await migrateAs(app, urlOf(ownerRole));
  expect(await isMigrated(app)).toBe(true);
  const jobs = createJobs({ databaseUrl: urlOf(appRole), log: pino({ level: 'silent' }) });
  await jobs.start();
  await jobs.stop(500);
  await recordAudit(app, {
    actor: { id: null, email: 'test' },
    action: 'order.refund',
    subject: { kind: 'order', id: '1' },
  });
  expect(await findAuditFault(app)).toBeUndefined();
  expect(await mayChangeAuditLog(app)).toBe(false);
  expect(await mayChangeAuditLog(superuser)).toBe(true);
  await sql`delete from leads`.execute(app);
  for (const statement of [
    sql`update audit_log set action = 'nothing'`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
    sql`alter table audit_log disable trigger audit_refuse`,
    sql`drop trigger audit_append on audit_log`,
    sql`create or replace function audit_append() returns trigger language plpgsql as 'begin return new; end'`,
  ])
    await expect(statement.execute(app)).rejects.toMatchObject({ code: '42501' });
});

it('22 a lead of an earlier version is noted before the application has rights on the new table', async () => {
  await sql`revoke all on lead_submissions from ${sql.id(appRole)}`.execute(superuser);
  await sql`
    insert into leads (id, door, form, submission_id, body_hash, email, "values", page_url, forward_state, crm_state)
    values (${randomUUIDv7()}, 'form', 'contact_us', ${randomUUID()}, '', '', '{}', '', 'received', 'waiting')`.execute(
    app,
  );
  const { rows } = await sql`select from lead_submissions`.execute(superuser);
  expect(rows).toHaveLength(1);
});

it('22 the owner takes away what only earlier versions need', async () => {
  await expect(contractAs(app, undefined)).rejects.toMatchObject({ code: '42501' });
  await contractAs(app, urlOf(ownerRole));
  expect(await isContracted(app)).toBe(true);
  // The application's role owns no month, and writes to all of them; months are made and dropped by functions of the owner.
  const ids = [
    randomUUIDv7(),
    '00000000-0000-7000-8000-000000000001',
    'ffffffff-ffff-7fff-bfff-ffffffffffff',
  ];
  for (const id of ids)
    await sql`
      with made as (
        insert into leads (id, door, form, body_hash, email, "values", page_url, forward_state, crm_state)
        values (${id}, 'form', 'contact_us', '', '', '{}', '', 'received', 'waiting') returning id)
      insert into lead_events (lead_id, kind) values (${id}, 'thanked')`.execute(app);
  expect(await leadMonthsState(app)).toEqual({ readyUntil: expect.any(Date), outside: 1 });
  expect(await makeLeadMonths(app)).toBe(0);
  await sql`delete from leads`.execute(app);
  await withMonthsLock(app, async (transaction) => {
    await sql`select lock_lead_months()`.execute(transaction);
    for (const { name } of await leadMonths(transaction))
      await sql`select drop_lead_month(${name})`.execute(transaction);
  });
  expect(await makeLeadMonths(app)).toBe(3);
});

it('22 a month whose leads are all due is erased by dropping it, with what others know of them', async () => {
  const owner = openDatabase(urlOf(ownerRole), { maxConnections: 1 });
  for (const month of ['2020-01-01', '2020-02-01'])
    await sql`
      select add_lead_partition(to_char(${month}::date, 'YYYY_MM'), format('for values from (%L) to (%L)',
        lead_id_at(${month}::timestamptz), lead_id_at(${month}::timestamptz + interval '1 month')))`.execute(
      owner,
    );
  await owner.destroy();
  const ids = ['016f5e66-e800-7000-8000-00000000000a', '016fffd7-3800-7000-8000-00000000000b'];
  for (const id of ids) {
    await sql`
      insert into leads (id, door, form, body_hash, email, "values", page_url, forward_state, crm_state, received_at,
        delivered_at, answer)
      values (${id}, 'form', 'contact_us', '', 'asha@example.com', '{}', '', 'saved', 'delivered', '2020-01-31',
        '2020-01-31', '{"status": 1}')`.execute(app);
    await sql`insert into lead_events (lead_id, kind) values (${id}, 'upstream_saved')`.execute(app);
    await sql`insert into lead_search (id, form, course, source, words) values (${id}, '', '', '', 'asha')`.execute(
      app,
    );
    await sql`insert into consents (address_key, channel, text_version, form, lead_id)
      values ('key', 'email', '1', 'contact_us', ${id})`.execute(app);
  }
  // The other month has a lead that waits for an operator.
  await sql`
    insert into leads (id, door, form, body_hash, email, "values", page_url, forward_state, crm_state, received_at)
    values ('016fffd7-3800-7000-8000-00000000000c', 'form', 'contact_us', '', 'b@example.com', '{}', '', 'quarantined',
      'waiting', '2020-02-02')`.execute(app);
  const names = async () =>
    (await leadMonths(app)).map(({ name }) => name).filter((name) => name.includes('2020'));
  expect(await names()).toEqual(['leads_2020_01', 'leads_2020_02']);
  expect(await applyRetention(app, 365, { whole: false })).toBe(2);
  expect(await names()).toEqual(['leads_2020_02']);
  const { rows } = await sql<{ id: string; email: string }>`select id, email from leads order by id`.execute(
    app,
  );
  expect(rows.map(({ email }) => email)).toEqual(['', 'b@example.com']);
  const others = await sql<{ events: number; entries: number; consents: number }>`
    select (select count(*)::int from lead_events where lead_id = ${ids[0]}) as events,
      (select count(*)::int from lead_search where words = 'asha') as entries,
      (select count(*)::int from consents) as consents`.execute(app);
  expect(others.rows).toEqual([{ events: 0, entries: 0, consents: 2 }]);
});
