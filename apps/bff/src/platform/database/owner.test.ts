import { randomUUID } from 'node:crypto';
import { useTestDatabase } from '@meridian/stack/test-database';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { someSupply } from '../../../testing/invoices/documents.ts';
import { insertPaidOrder } from '../../../testing/invoices/paid-order.ts';
import { supplier } from '../../../testing/invoices/settings.ts';
import { issueDocuments } from '../../enrolment/documents/issue-document.ts';
import { requestInvoice } from '../../enrolment/documents/request-documents.ts';
import { findAuditFault } from '../../operators/audit/audit-log.ts';
import { recordAudit } from '../../operators/audit/record-entry.ts';
import { createJobs } from '../jobs/create-jobs.ts';
import { openDatabase } from './database.ts';
import { isMigrated } from './migrate.ts';
import { checkRights, migrateAs } from './owner.ts';

const { url } = await useTestDatabase();
const suffix = randomUUID().slice(0, 8);
const [ownerRole, siteRole, consoleRole] = [`owner_${suffix}`, `site_${suffix}`, `console_${suffix}`];
const superuser = openDatabase(url, { maxConnections: 1 });
function urlOf(role: string): string {
  const address = new URL(url);
  address.username = role;
  address.password = role;
  return address.href;
}
const roles = { ownerUrl: urlOf(ownerRole), siteUrl: urlOf(siteRole), consoleUrl: urlOf(consoleRole) };
const site = openDatabase(roles.siteUrl, { maxConnections: 2 });
const operators = openDatabase(roles.consoleUrl, { maxConnections: 2 });

beforeAll(async () => {
  const name = sql.id(new URL(url).pathname.slice(1));
  for (const role of [ownerRole, siteRole, consoleRole])
    await sql`create role ${sql.id(role)} login password ${sql.lit(role)}`.execute(superuser);
  await sql`alter database ${name} owner to ${sql.id(ownerRole)}`.execute(superuser);
  await sql`grant ${sql.id(siteRole)} to ${sql.id(consoleRole)}`.execute(superuser);
});
afterAll(async () => {
  await Promise.all([site.destroy(), operators.destroy()]);
  for (const role of [consoleRole, siteRole, ownerRole]) {
    await sql`drop owned by ${sql.id(role)} cascade`.execute(superuser);
    if (role !== ownerRole) await sql`drop role ${sql.id(role)}`.execute(superuser);
  }
  await superuser.destroy();
});

const statements = [
  sql`update audit_log set action = 'nothing'`,
  sql`delete from audit_log`,
  sql`truncate audit_log`,
  sql`update ledger_entries set paise = 1`,
  sql`delete from ledger_entries`,
  sql`update invoices set total_paise = 1`,
  sql`update invoices set irn = 'x', details = '{}'`,
  sql`delete from invoices`,
  sql`update invoice_files set body = ''`,
  sql`delete from invoice_files`,
  sql`truncate ledger_entries, invoices, invoice_files, audit_log`,
];
const ofOwner = [
  sql`alter table audit_log disable trigger audit_refuse`,
  sql`alter table invoices disable trigger user`,
  sql`drop trigger audit_append on audit_log`,
  sql`create or replace function audit_append() returns trigger language plpgsql as 'begin return new; end'`,
];
const refused = { code: '42501' };

it('a process without the owner’s address creates no tables, and starts once the owner has migrated', async () => {
  const withoutOwner = { ...roles, ownerUrl: undefined };
  await expect(migrateAs(site, withoutOwner)).rejects.toThrow('permission denied');
  await migrateAs(site, roles);
  await migrateAs(site, withoutOwner);
  expect(await isMigrated(site)).toBe(true);
});

it('the owner migrates; site and console can only add to ledger, documents and audit log', async () => {
  await migrateAs(site, roles);
  await migrateAs(operators, roles);
  expect(await isMigrated(site)).toBe(true);
  const jobs = createJobs({ databaseUrl: roles.siteUrl, log: pino({ level: 'silent' }) });
  await jobs.start();
  await jobs.stop(500);
  for (const database of [site, operators]) {
    await recordAudit(database, {
      actor: { id: null, email: 'test' },
      action: 'orders.refund',
      subject: { kind: 'order', id: '1' },
    });
    expect(await findAuditFault(database)).toBeUndefined();
    await insertPaidOrder(database);
    await sql`delete from leads`.execute(database);
    // The registration portal sends these columns after the document is issued.
    await sql`update invoices set irn = 'x' where false`.execute(database);
    for (const statement of [...statements, ...ofOwner])
      await expect(statement.execute(database)).rejects.toMatchObject(refused);
  }
});

it('the site can issue documents with these rights, and the console can add their files', async () => {
  const jobs = { enqueue: async () => undefined };
  const orderId = await insertPaidOrder(site);
  await site
    .transaction()
    .execute((transaction) =>
      requestInvoice(transaction, jobs, { orderId, version: 1, supply: someSupply() }),
    );
  await issueDocuments({ database: site, jobs, supplier, prefix: 'MA', issue: 'payment' }, orderId);
  const file = sql`insert into invoice_files select number, '', '', now() from invoices where order_id = ${orderId}`;
  expect((await file.execute(operators)).numAffectedRows).toBe(1n);
});

it('the owner cannot change append-only tables either', async () => {
  const owner = openDatabase(roles.ownerUrl, { maxConnections: 1 });
  for (const statement of statements) await expect(statement.execute(owner)).rejects.toMatchObject(refused);
  await owner.destroy();
});

it('the site cannot read the sign-in tables of operators; the console can read them and the queue', async () => {
  for (const table of ['operator_sessions', 'operator_accounts', 'operator_two_factors']) {
    await expect(sql`select from ${sql.table(table)}`.execute(site)).rejects.toMatchObject(refused);
    await sql`select from ${sql.table(table)}`.execute(operators);
  }
  await sql`select from pgboss.job`.execute(operators);
  await sql`select from operators`.execute(site);
});

it('wrong rights are detected, and the next migration corrects them', async () => {
  const well = { missing: [], excess: [] };
  expect(await checkRights(site, roles)).toEqual({ [siteRole]: well, [consoleRole]: well });
  await sql`grant delete on invoices to ${sql.id(consoleRole)}`.execute(superuser);
  await sql`grant select on operator_sessions to ${sql.id(siteRole)}`.execute(superuser);
  await sql`revoke insert on leads from ${sql.id(siteRole)}`.execute(superuser);
  expect(await checkRights(site, roles)).toEqual({
    [siteRole]: { missing: ['leads'], excess: ['operator_sessions'] },
    [consoleRole]: { missing: [], excess: ['invoices'] },
  });
  await migrateAs(site, roles);
  expect(await checkRights(site, roles)).toEqual({ [siteRole]: well, [consoleRole]: well });
});
