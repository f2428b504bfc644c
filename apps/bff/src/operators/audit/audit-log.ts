/** The audit log: operators' actions, and their access to personal data. Append-only, see `schema.sql`. */
import type { AuditAction, AuditDetailName } from '@meridian/contracts/operators/console/audit-labels';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { storedColumn } from '../../platform/database/stored-column.ts';

/** Details of an entry: numbers, codes, ids and addresses of operators, without texts about customers. */
export type AuditDetail = Partial<Record<AuditDetailName, string | number | boolean | null>>;

/** Entries of earlier versions may have other names. */
const storedDetail = storedColumn(
  'audit_log.detail',
  z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
);

/**
 * The actor of an entry. For a command-line user without an account, `id` is null and `email` is the shell
 * user.
 */
export interface AuditActor {
  id: string | null;
  email: string;
}

type AuditSubject =
  | 'lead'
  | 'order'
  | 'operator'
  | 'list'
  | 'case'
  | 'certificate'
  | 'feedback'
  | 'payer'
  | 'coupon'
  | 'document'
  | 'import'
  | 'mail'
  | 'suppression'
  | 'cache'
  | 'sales'
  | 'terms'
  | 'instance'
  | 'job'
  | 'batch'
  | 'batch_change'
  | 'data_request'
  | 'webhook_endpoint'
  | 'complaint'
  | 'setup';

export interface AuditEntry {
  actor: AuditActor;
  /** For example `orders.refund`; every action has a label. */
  action: AuditAction;
  subject: { kind: AuditSubject; id: string };
  /**
   * Contains no typed texts, except the reason of `withoutOperator`. Notes are in the history of the subject,
   * which can be erased.
   */
  detail?: AuditDetail;
  requestId?: string | undefined;
}

/**
 * @returns the id of the first entry with a wrong hash or after a missing entry; undefined if the log is
 * intact
 */
export async function findAuditFault(database: Kysely<Database>): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, hash, row_number() over (order by id) as place,
        audit_hash(audit_log, coalesce(lag(hash) over (order by id), ''::bytea)) as right_hash
      from audit_log
    ) as entries
    where hash <> right_hash or id <> place
    order by id limit 1`.execute(database);
  return rows[0]?.id;
}

/** @returns the number of entries of commands that ran with `--without-operator` */
export async function countWithoutOperator(database: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from audit_log where detail ? 'withoutOperator'`.execute(database);
  return rows[0]?.count ?? 0;
}

export interface ShownAuditEntry {
  id: string;
  at: Date;
  operator_email: string;
  action: string;
  subject_kind: string;
  subject_id: string;
  detail: Record<string, string | number | boolean | null>;
}

export interface AuditFilter {
  /** Email address of the operator, or the shell user. */
  operator?: string | undefined;
  action?: string | undefined;
  /** Id of the entry's subject. */
  subject?: string | undefined;
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
}

/** @returns entries, newest first */
export async function listAudit(
  database: Kysely<Database>,
  { before, limit, ...filter }: AuditFilter & { before?: string | undefined; limit: number },
): Promise<ShownAuditEntry[]> {
  let query = database
    .selectFrom('audit_log')
    .select(['id', 'at', 'operator_email', 'action', 'subject_kind', 'subject_id', 'detail'])
    .orderBy('id', 'desc')
    .limit(limit);
  const { operator, action, subject, from, to } = filter;
  if (operator) query = query.where('operator_email', '=', operator);
  if (action) query = query.where('action', '=', action);
  if (subject) query = query.where('subject_id', '=', subject);
  if (from) query = query.where('at', '>=', from);
  if (to) query = query.where('at', '<', to);
  if (before) query = query.where(sql<boolean>`id < ${before}::bigint`);
  const entries = await query.execute();
  return entries.map(({ detail, ...entry }) => ({
    ...entry,
    detail: storedDetail.tryParse(detail) ?? { unreadable: true },
  }));
}
