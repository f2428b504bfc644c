import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { transitionSql } from '../store/transition-sql.ts';
import { eraseAround } from './personal-data.ts';

const withdrawn = transitionSql(['withdrawn']);

/**
 * Erases a person's data on request. Undelivered leads are never delivered.
 * @param email case-insensitive
 * @returns number of leads erased
 */
export async function erasePerson(transaction: Transaction<Database>, email: string): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update leads set
      forward_state = ${withdrawn.forwardState}, crm_state = ${withdrawn.crmState},
      forward_due_at = ${withdrawn.forwardDueAt}, crm_due_at = ${withdrawn.crmDueAt},
      forward_busy_until = null, erased_at = now(), updated_at = now()
    where email = ${email.trim().toLowerCase()} and ${withdrawn.applies}
    returning id`.execute(transaction);
  return eraseAround(transaction, rows);
}

/**
 * Erases the person of a lead, with all leads of the same address.
 * @returns number of leads erased
 * @throws Refusal if there is no such lead, or it is erased
 */
export async function erasePersonOfLead(transaction: Transaction<Database>, id: string): Promise<number> {
  const lead = await transaction.selectFrom('leads').select('email').where('id', '=', id).executeTakeFirst();
  if (!lead?.email) throw new Refusal('not_found', 'lead_unknown', 'There is no such lead, or it is erased.');
  return erasePerson(transaction, lead.email);
}
