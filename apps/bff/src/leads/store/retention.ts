import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { transact } from '../../database/transact.ts';
import { eraseAround, nothingOfThePerson } from './personal-data.ts';
import { transitionSql } from './transition-sql.ts';

const batchSize = 1_000;

const erased = transitionSql(['erased']);

/**
 * Erases personal data of leads delivered or refused this many days ago. What needs the operator
 * (quarantine, dead letters) is kept until resolved.
 * @returns number of leads erased
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
