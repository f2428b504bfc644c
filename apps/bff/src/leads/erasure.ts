import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transact.ts';

async function erase(transaction: Transaction<Database>, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await transaction
    .updateTable('leads')
    .set({
      email: '',
      values: '{}',
      attribution: null,
      page_url: '',
      // A fingerprint of a few known fields could be guessed back.
      body_hash: '',
      last_error: null,
      // Nothing is left that the upstream could be asked to take.
      forward_due_at: null,
      erased_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', 'in', ids)
    .execute();
  await transaction.deleteFrom('lead_files').where('lead_id', 'in', ids).execute();
  await transaction.updateTable('lead_events').set({ detail: null }).where('lead_id', 'in', ids).execute();
  await transaction
    .insertInto('lead_events')
    .values(ids.map((lead_id) => ({ lead_id, kind: 'erased' })))
    .execute();
}

const batchSize = 1_000;

/**
 * Erases the personal data of leads that need it no longer: delivered to the CRM, or refused, so many days ago.
 * What waits for the operator (quarantine, dead letters) is kept until it is settled.
 *
 * @returns how many leads were erased
 */
export async function eraseOld(database: Kysely<Database>, retentionDays: number): Promise<number> {
  let total = 0;
  for (;;) {
    const erased = await transact(database, async (transaction) => {
      const { rows } = await sql<{ id: string }>`
        select id from leads
        where erased_at is null
          and (crm_state = 'delivered' or forward_state = 'refused')
          and coalesce(delivered_at, received_at) < now() - make_interval(days => ${retentionDays})
        limit ${batchSize} for update skip locked`.execute(transaction);
      const ids = rows.map((row) => row.id);
      await erase(transaction, ids);
      return ids.length;
    });
    total += erased;
    if (erased < batchSize) return total;
  }
}

/**
 * Erases all that is kept of a person, at the person's request. What was not delivered yet never will be.
 *
 * @param email in any case
 * @returns how many leads were erased
 */
export async function erasePerson(database: Kysely<Database>, email: string): Promise<number> {
  return transact(database, async (transaction) => {
    const { rows } = await sql<{ id: string }>`
      update leads set
        forward_state = case when forward_state in ('received', 'quarantined')
          then 'withdrawn' else forward_state end,
        crm_state = case when crm_state in ('waiting', 'pending', 'dead') then 'withdrawn' else crm_state end,
        forward_due_at = null, forward_busy_until = null, crm_due_at = null
      where email = ${email.trim().toLowerCase()} and erased_at is null
      returning id`.execute(transaction);
    const ids = rows.map((row) => row.id);
    await erase(transaction, ids);
    return ids.length;
  });
}
