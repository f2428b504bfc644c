import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { type Alongside, transact } from '../../platform/database/transact.ts';
import { eraseAround, nothingOfThePerson } from './personal-data.ts';
import { transitionSql } from './transition-sql.ts';

const withdrawn = transitionSql(['withdrawn']);

/**
 * Erases a person's data on request. Undelivered leads are never delivered.
 * @param email case-insensitive
 * @returns number of leads erased
 */
export function erasePerson(
  database: Kysely<Database>,
  email: string,
  alongside?: Alongside,
): Promise<number> {
  return transact(database, async (transaction) => {
    const { rows } = await sql<{ id: string }>`
      update leads set
        forward_state = ${withdrawn.forwardState}, crm_state = ${withdrawn.crmState},
        forward_due_at = ${withdrawn.forwardDueAt}, crm_due_at = ${withdrawn.crmDueAt},
        forward_busy_until = null, ${nothingOfThePerson}
      where email = ${email.trim().toLowerCase()} and ${withdrawn.applies}
      returning id`.execute(transaction);
    const erased = await eraseAround(transaction, rows);
    await alongside?.(transaction);
    return erased;
  });
}
