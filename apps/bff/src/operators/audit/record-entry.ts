/** Writes entries of the audit log; `tooling/checks/rules.mjs` lists the files that may import this one. */
import { type Kysely, sql, type Transaction } from 'kysely';
import { ago } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { AuditEntry } from './audit-log.ts';

/**
 * Appends an entry in the transaction of the change that it records. Call it last in a transaction, because
 * it locks the end of the hash chain until the commit.
 */
export async function recordAudit(
  database: Kysely<Database> | Transaction<Database>,
  { actor, action, subject, detail = {}, requestId }: AuditEntry,
): Promise<void> {
  // A trigger fills in the other columns.
  await sql`
    insert into audit_log (operator_id, operator_email, action, subject_kind, subject_id, detail, request_id)
    values (${actor.id}, ${actor.email}, ${action}, ${subject.kind}, ${subject.id}, ${JSON.stringify(detail)},
      ${requestId ?? null})`.execute(database);
}

const readAgainMs = 10 * 60_000;

/**
 * Records access to personal data: for each operator, action and subject at most one entry in ten minutes,
 * because an open page polls.
 */
export async function recordRead(database: Kysely<Database>, entry: AuditEntry): Promise<void> {
  const { actor, action, subject } = entry;
  const known = await database
    .selectFrom('audit_log')
    .select('id')
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .where('action', '=', action)
    .where('operator_id', '=', actor.id)
    .where('at', '>', ago(readAgainMs))
    .limit(1)
    .executeTakeFirst();
  if (!known) await recordAudit(database, entry);
}
