import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { actionsOn } from '../../../testing/operators/actions-on.ts';
import { useMigratedDatabase } from '../../../testing/test-database.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { findAuditFault } from '../audit/audit-log.ts';
import { recordAudit } from '../audit/record-entry.ts';
import { operatorsCommand } from './operators.ts';

const { url } = await useMigratedDatabase();
const database = openDatabase(url);
afterAll(() => database.destroy());
await migrate(database);

async function ops(...args: string[]) {
  const lines: string[] = [];
  const deps = { database, actions: actionsOn(database) };
  const status = await operatorsCommand(args, deps, (line) => lines.push(line));
  return { status, text: lines.join('\n') };
}

describe('ops operators', () => {
  it('prints the link of an invitation, and stores only the hash of its token', async () => {
    const { status, text } = await ops('invite', 'Asha@Example.com', '--role', 'admin', '--json');
    expect(status).toBe(0);
    const { link } = JSON.parse(text);
    expect(link).toMatch(/^https:\/\/console\.example\/invitation#[\w-]{43}$/);
    const rows = await database.selectFrom('operator_invitations').selectAll().execute();
    expect(rows).toMatchObject([{ email: 'asha@example.com', role: 'admin', used_at: null }]);
    expect(JSON.stringify(rows)).not.toContain(link.split('#')[1]);
  });

  it.each([
    { args: ['invite', 'a@example.com'], status: 2 },
    { args: ['invite', 'a@example.com', '--role', 'owner'], status: 2 },
    { args: ['disable', 'nobody@example.com'], status: 1 },
    { args: ['reset-2fa', 'nobody@example.com'], status: 1 },
    { args: ['set-role', 'nobody@example.com', '--role', 'desk'], status: 1 },
    { args: ['set-role', 'nobody@example.com'], status: 2 },
    { args: ['list', '--role', 'admin'], status: 2 },
    { args: ['list'], status: 0 },
    { args: [], status: 2 },
  ])('ends with status $status for $args', async ({ args, status }) => {
    expect(await ops(...args)).toMatchObject({ status });
  });
});

describe('console: audit log', () => {
  const entry = {
    actor: { id: null, email: 'test' },
    action: 'orders.refund' as const,
    detail: { seats: 1 },
    subject: { kind: 'order' as const, id: 'an order' },
  };

  it('appends concurrent entries to one chain, and refuses changes of entries', async () => {
    await Promise.all(Array.from({ length: 8 }, () => recordAudit(database, entry)));
    expect(await ops('audit')).toEqual({ status: 0, text: 'The audit log is intact.' });
    for (const change of ["update audit_log set action = 'x'", 'delete from audit_log', 'truncate audit_log'])
      await expect(sql.raw(change).execute(database)).rejects.toThrow('append-only');
  });

  it('an entry is rolled back with its transaction', async () => {
    const count = () => database.selectFrom('audit_log').select('id').execute();
    const before = (await count()).length;
    const failed = database.transaction().execute(async (transaction) => {
      await recordAudit(transaction, entry);
      throw new Error('not done');
    });
    await expect(failed).rejects.toThrow('not done');
    expect(await count()).toHaveLength(before);
  });

  it.each([
    { what: 'a changed entry', change: "update audit_log set detail = '{}' where id = 3", at: '3' },
    { what: 'a missing entry', change: 'delete from audit_log where id = 2', at: '3' },
  ])('detects $what that the trigger did not prevent', async ({ change, at }) => {
    await sql`alter table audit_log disable trigger audit_refuse`.execute(database);
    await sql.raw(change).execute(database);
    expect(await findAuditFault(database)).toBe(at);
    expect(await ops('audit')).toMatchObject({ status: 1 });
  });
});
