import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { transact } from '../../database/transact.ts';
import { eraseAround, nothingOfThePerson } from './personal-data.ts';
import { transitionSql } from './transition-sql.ts';

const batchSize = 1_000;

const erased = transitionSql(['erased']);

/**
 * Erases the personal data of leads that need it no longer: delivered to the CRM, or refused, so many days ago.
 * What waits for the operator (quarantine, dead letters) is kept until it is settled.
 *
 * @returns how many leads were erased
 */
export async function applyRetention(database: Kysely<Database>, retentionDays: number): Promise<number> {
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
