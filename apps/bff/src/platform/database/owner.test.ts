import { randomUUID } from 'node:crypto';
import { useTestDatabase } from '@meridian/stack/test-database';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findAuditFault } from '../../operators/audit/audit-log.ts';
import { recordAudit } from '../../operators/audit/record-entry.ts';
import { createJobs } from '../jobs/create-jobs.ts';
import { openDatabase } from './database.ts';
import { isMigrated } from './migrate.ts';
import { mayChangeAuditLog, migrateAs } from './owner.ts';

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
  await migrateAs(app, urlOf(ownerRole));
  expect(await isMigrated(app)).toBe(true);
  const jobs = createJobs({ databaseUrl: urlOf(appRole), log: pino({ level: 'silent' }) });
  await jobs.start();
  await jobs.stop(500);
  await recordAudit(app, {
    actor: { id: null, email: 'test' },
    action: 'orders.refund',
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
