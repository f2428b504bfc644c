/** Lead changes by the operator. */
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { acceptedWebhooks } from '../store/accepted-webhook.ts';
import { enqueueDelivery } from '../store/delivery-job.ts';
import { transitionSql } from '../store/transition-sql.ts';

type Enqueue = Pick<Jobs, 'enqueue'>;

const now = sql<Date>`now()`;

const resent = transitionSql(['resent']);
const retryRequested = transitionSql(['retry_requested']);
const released = transitionSql(['released']);
const rejected = transitionSql(['rejected']);

/**
 * Resends dead letters to the CRM with a full set of retries.
 * @param ids ids of leads, or `all`
 * @returns number of leads
 */
export async function resendToCrm(
  transaction: Transaction<Database>,
  jobs: Enqueue,
  ids: readonly string[] | 'all',
): Promise<number> {
  const rows = await transaction
    .updateTable('leads')
    .set({
      crm_state: resent.crmState,
      crm_attempts: 0,
      crm_first_failed_at: null,
      crm_due_at: resent.crmDueAt,
      updated_at: now,
    })
    .where(resent.applies)
    .$if(ids !== 'all', (query) => query.where(sql<boolean>`id = any(${[...ids]}::uuid[])`))
    .returning('id')
    .execute();
  await note(transaction, rows, 'resent');
  await enqueueDelivery(jobs, idsOf(rows), { transaction });
  return rows.length;
}

/**
 * Resends a late-refused lead to the upstream, with a full set of retries.
 * @returns false if the lead is unknown, erased, or not refused late
 */
export async function resendToUpstream(
  transaction: Transaction<Database>,
  jobs: Enqueue,
  id: string,
): Promise<boolean> {
  const rows = await transaction
    .updateTable('leads')
    .set({ forward_due_at: retryRequested.forwardDueAt, updated_at: now })
    .where('id', '=', id)
    .where(retryRequested.applies)
    .returning('id')
    .execute();
  await note(transaction, rows, 'retry_requested');
  await jobs.enqueue('forward-lead', idsOf(rows), { transaction });
  return rows.length > 0;
}

/** Releases a quarantined or rejected lead. @throws Refusal for any other lead, and for an erased lead */
export async function releaseLead(
  transaction: Transaction<Database>,
  jobs: Enqueue,
  id: string,
): Promise<void> {
  const rows = await transaction
    .updateTable('leads')
    .set({
      forward_state: released.forwardState,
      forward_due_at: released.forwardDueAt,
      crm_state: released.crmState,
      last_error: null,
      updated_at: now,
    })
    .where('id', '=', id)
    .where(released.applies)
    .returning('id')
    .execute();
  if (rows.length === 0)
    throw new Refusal('conflict', 'lead_not_quarantined', 'The lead is not in quarantine.');
  await note(transaction, rows, 'released');
  // A CRM-only record is not forwarded to the upstream.
  const accepted = sql`select id from leads where id = ${id} and crm_state = 'pending'`;
  await sql`with ${acceptedWebhooks(accepted)} select`.execute(transaction);
  await jobs.enqueue('forward-lead', idsOf(rows), { transaction });
}

/**
 * Rejects a quarantined lead as spam: the lead is not sent unless an operator releases it. The reason for the
 * quarantine is kept; personal data is kept until the retention period ends.
 * @throws Refusal if it is not in quarantine
 */
export async function rejectLead(transaction: Transaction<Database>, id: string): Promise<void> {
  const rows = await transaction
    .updateTable('leads')
    .set({
      forward_state: rejected.forwardState,
      forward_due_at: rejected.forwardDueAt,
      crm_state: rejected.crmState,
      crm_due_at: rejected.crmDueAt,
      updated_at: now,
    })
    .where('id', '=', id)
    .where(rejected.applies)
    .returning('id')
    .execute();
  if (rows.length === 0)
    throw new Refusal('conflict', 'lead_not_quarantined', 'The lead is not in quarantine.');
  await note(transaction, rows, 'rejected');
}

const idsOf = (rows: { id: string }[]) => rows.map((row) => row.id);

async function note(transaction: Transaction<Database>, rows: { id: string }[], kind: string): Promise<void> {
  if (rows.length === 0) return;
  await transaction
    .insertInto('lead_events')
    .values(rows.map((row) => ({ lead_id: row.id, kind })))
    .execute();
}
