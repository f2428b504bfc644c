import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../database/database.ts';
import { transact } from '../../database/transact.ts';
import { transitionSql } from './transition-sql.ts';

const batchSize = 1_000;

/** Nothing of the person is left after these. A fingerprint of a few known fields could be guessed back. */
const nothingOfThePerson = sql`
  email = '', "values" = '{}', attribution = null, page_url = '', body_hash = '', last_error = null,
  erased_at = now(), updated_at = now()`;

const erased = transitionSql(['erased']);
const withdrawn = transitionSql(['withdrawn']);

async function eraseAround(transaction: Transaction<Database>, rows: { id: string }[]): Promise<number> {
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return 0;
  await transaction.deleteFrom('lead_files').where('lead_id', 'in', ids).execute();
  await transaction.updateTable('lead_events').set({ detail: null }).where('lead_id', 'in', ids).execute();
  await transaction
    .insertInto('lead_events')
    .values(ids.map((lead_id) => ({ lead_id, kind: 'erased' })))
    .execute();
  return ids.length;
}

/**
 * Erases the personal data of leads that need it no longer: delivered to the CRM, or refused, so many days ago.
 * What waits for the operator (quarantine, dead letters) is kept until it is settled.
 *
 * @returns how many leads were erased
 */
export async function eraseOld(database: Kysely<Database>, retentionDays: number): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await transact(database, async (transaction) => {
      const { rows } = await sql<{ id: string }>`
        update leads set
          forward_state = ${erased.forwardState}, crm_state = ${erased.crmState},
          forward_due_at = ${erased.forwardDueAt}, crm_due_at = ${erased.crmDueAt}, ${nothingOfThePerson}
        where id in (
          select id from leads
          where ${erased.applies}
            and coalesce(delivered_at, received_at) < now() - make_interval(days => ${retentionDays})
          limit ${batchSize} for update skip locked)
        returning id`.execute(transaction);
      return eraseAround(transaction, rows);
    });
    total += count;
    if (count < batchSize) return total;
  }
}

/**
 * Erases all that is kept of a person, at the person's request. What was not delivered yet never will be.
 *
 * @param email in any case
 * @returns how many leads were erased
 */
export function erasePerson(database: Kysely<Database>, email: string): Promise<number> {
  return transact(database, async (transaction) => {
    const { rows } = await sql<{ id: string }>`
      update leads set
        forward_state = ${withdrawn.forwardState}, crm_state = ${withdrawn.crmState},
        forward_due_at = ${withdrawn.forwardDueAt}, crm_due_at = ${withdrawn.crmDueAt},
        forward_busy_until = null, ${nothingOfThePerson}
      where email = ${email.trim().toLowerCase()} and ${withdrawn.applies}
      returning id`.execute(transaction);
    return eraseAround(transaction, rows);
  });
}
