/** What an operator does with a lead. */
import { type Kysely, sql } from 'kysely';
import { enqueueDelivery } from '../crm/delivery-job.ts';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transact.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { nextState } from './lead-state.ts';

/**
 * Sends dead letters to the CRM again, with all tries before them.
 *
 * @param ids which ones, or all
 * @returns how many there were
 */
export function resendLeads(
  database: Kysely<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  ids: readonly string[] | 'all',
): Promise<number> {
  return transact(database, async (transaction) => {
    const rows = await transaction
      .updateTable('leads')
      .set({
        crm_state: nextState({ forward: 'saved', crm: 'dead' }, 'resent')?.crm,
        crm_attempts: 0,
        crm_first_failed_at: null,
        crm_due_at: sql<Date>`now()`,
        updated_at: sql<Date>`now()`,
      })
      .where('crm_state', '=', 'dead')
      .$if(ids !== 'all', (query) => query.where(sql<boolean>`id = any(${[...ids]}::uuid[])`))
      .returning('id')
      .execute();
    await note(transaction, rows, 'resent');
    await enqueueDelivery(
      jobs,
      rows.map((row) => row.id),
      { transaction },
    );
    return rows.length;
  });
}

/**
 * Asks the upstream again for a lead that it refused after thanks, and as often as it was asked before.
 *
 * @returns false where there is no such lead, or nothing is left of it
 */
export function askAgain(
  database: Kysely<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  id: string,
): Promise<boolean> {
  return transact(database, async (transaction) => {
    const rows = await transaction
      .updateTable('leads')
      .set({ forward_due_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('forward_state', '=', 'refused_late')
      .where('erased_at', 'is', null)
      .returning('id')
      .execute();
    await note(transaction, rows, 'resent');
    await jobs.enqueue(
      'forward-lead',
      rows.map((row) => row.id),
      { transaction },
    );
    return rows.length > 0;
  });
}

/**
 * Lets a suspect through: it takes the way that any lead takes.
 *
 * @returns false where there is no such lead in quarantine
 */
export function releaseLead(
  database: Kysely<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  id: string,
): Promise<boolean> {
  return transact(database, async (transaction) => {
    const state = nextState({ forward: 'quarantined', crm: 'waiting' }, 'released');
    const rows = await transaction
      .updateTable('leads')
      .set({
        forward_state: state?.forward,
        forward_due_at: sql<Date>`now()`,
        last_error: null,
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', id)
      .where('forward_state', '=', 'quarantined')
      .returning('id')
      .execute();
    await note(transaction, rows, 'released');
    await jobs.enqueue(
      'forward-lead',
      rows.map((row) => row.id),
      { transaction },
    );
    return rows.length > 0;
  });
}

async function note(transaction: Kysely<Database>, rows: { id: string }[], kind: string): Promise<void> {
  if (rows.length === 0) return;
  await transaction
    .insertInto('lead_events')
    .values(rows.map((row) => ({ lead_id: row.id, kind })))
    .execute();
}
