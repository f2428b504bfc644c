/** Lead changes by the operator. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { type Alongside, transact } from '../../../platform/database/transact.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { enqueueDelivery } from '../store/delivery-job.ts';
import { transitionSql } from '../store/transition-sql.ts';

type Enqueue = Pick<Jobs, 'enqueue'>;

const now = sql<Date>`now()`;

const resent = transitionSql(['resent']);
const askedAgain = transitionSql(['asked_again']);
const released = transitionSql(['released']);

/**
 * Resends dead letters with a full set of retries.
 * @param ids which ones, or all
 * @returns number of leads
 */
export function resendLeads(
  database: Kysely<Database>,
  jobs: Enqueue,
  ids: readonly string[] | 'all',
  alongside?: Alongside,
): Promise<number> {
  return transact(database, async (transaction) => {
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
    if (rows.length > 0) await alongside?.(transaction);
    return rows.length;
  });
}

/**
 * Retries the upstream for a late-refused lead, with a full set of retries.
 * @returns false if there is no such lead or it is erased
 */
export function askAgain(
  database: Kysely<Database>,
  jobs: Enqueue,
  id: string,
  alongside?: Alongside,
): Promise<boolean> {
  return transact(database, async (transaction) => {
    const rows = await transaction
      .updateTable('leads')
      .set({ forward_due_at: askedAgain.forwardDueAt, updated_at: now })
      .where('id', '=', id)
      .where(askedAgain.applies)
      .returning('id')
      .execute();
    await note(transaction, rows, 'asked_again');
    await jobs.enqueue('forward-lead', idsOf(rows), { transaction });
    if (rows.length > 0) await alongside?.(transaction);
    return rows.length > 0;
  });
}

/**
 * Releases a lead from quarantine.
 * @returns false if it is not in quarantine
 */
export function releaseLead(
  database: Kysely<Database>,
  jobs: Enqueue,
  id: string,
  alongside?: Alongside,
): Promise<boolean> {
  return transact(database, async (transaction) => {
    const rows = await transaction
      .updateTable('leads')
      .set({
        forward_state: released.forwardState,
        forward_due_at: released.forwardDueAt,
        last_error: null,
        updated_at: now,
      })
      .where('id', '=', id)
      .where(released.applies)
      .returning('id')
      .execute();
    await note(transaction, rows, 'released');
    await jobs.enqueue('forward-lead', idsOf(rows), { transaction });
    if (rows.length > 0) await alongside?.(transaction);
    return rows.length > 0;
  });
}

const idsOf = (rows: { id: string }[]) => rows.map((row) => row.id);

async function note(transaction: Transaction<Database>, rows: { id: string }[], kind: string): Promise<void> {
  if (rows.length === 0) return;
  await transaction
    .insertInto('lead_events')
    .values(rows.map((row) => ({ lead_id: row.id, kind })))
    .execute();
}
