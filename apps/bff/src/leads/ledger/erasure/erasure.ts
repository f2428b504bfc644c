import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { transitionSql } from '../store/transition-sql.ts';
import { eraseAround } from './personal-data.ts';

const withdrawn = transitionSql(['withdrawn']);

export interface LeadsErasure {
  erased: number;
  /** Ids of their records in the CRM. */
  crm: string[];
  /** Leads that the CRM may have under an unknown id. */
  crmSearch: string[];
  /** Leads that the upstream has, or may have. */
  upstream: string[];
}

async function findCopies(
  transaction: Transaction<Database>,
  email: string,
): Promise<Omit<LeadsErasure, 'erased'>> {
  const leads = await transaction
    .selectFrom('leads')
    .select(['id', 'crm_id', 'forward_state', 'forward_attempts'])
    // A call without a response, or a successful one that returned no id.
    .select(
      sql<boolean>`crm_id is null and (crm_busy_until is not null or exists (
        select from lead_events where lead_id = leads.id and kind in ('crm_failed', 'crm_delivered')))`.as(
        'may_be_in_crm',
      ),
    )
    .where('email', '=', email)
    .forUpdate()
    .execute();
  const isForwarded = ({ forward_state: state, forward_attempts: attempts }: (typeof leads)[number]) =>
    state === 'saved' || (state === 'received' && attempts > 0);
  return {
    crm: leads.flatMap(({ crm_id: crmId }) => crmId ?? []),
    crmSearch: leads.filter(({ may_be_in_crm: mayBe }) => mayBe).map(({ id }) => id),
    upstream: leads.filter(isForwarded).map(({ id }) => id),
  };
}

/**
 * Erases a person's data on request. Leads that are not delivered yet are withdrawn.
 * @param address case-insensitive
 * @returns the number of erased leads, and their copies in other systems
 */
export async function erasePerson(
  transaction: Transaction<Database>,
  address: string,
): Promise<LeadsErasure> {
  const email = address.trim().toLowerCase();
  const copies = await findCopies(transaction, email);
  const { rows } = await sql<{ id: string }>`
    update leads set
      forward_state = ${withdrawn.forwardState}, crm_state = ${withdrawn.crmState},
      forward_due_at = ${withdrawn.forwardDueAt}, crm_due_at = ${withdrawn.crmDueAt},
      forward_busy_until = null, erased_at = now(), updated_at = now()
    where email = ${email} and ${withdrawn.applies}
    returning id`.execute(transaction);
  return { erased: await eraseAround(transaction, rows), ...copies };
}

/**
 * Erases the person of a lead, with all leads of the same address.
 * @returns the number of erased leads, and the copies in other systems
 * @throws Refusal if the lead is unknown or erased
 */
export async function erasePersonOfLead(
  transaction: Transaction<Database>,
  id: string,
): Promise<LeadsErasure> {
  const lead = await transaction.selectFrom('leads').select('email').where('id', '=', id).executeTakeFirst();
  if (!lead?.email) throw new Refusal('not_found', 'lead_unknown', 'Lead not found, or already erased.');
  return erasePerson(transaction, lead.email);
}
