/** Leases: at most one worker attempts a lead at a time. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import type { PendingLead } from '../lead.ts';
import type { StoredLead } from './tables.ts';

/** Lease of one forward attempt. */
export const forwardLeaseSeconds = 30;

/** Lease of one delivery to the CRM. */
export const deliveryLeaseSeconds = 90;

const leaseEnd = sql<Date>`now() + make_interval(secs => ${forwardLeaseSeconds})`;

/**
 * Leases leads that are not forwarded yet.
 * @param options.dueOnly skips leads whose retry is not due
 * @returns leads leased to the caller for {@link forwardLeaseSeconds}
 */
export function takeForwardLeases(
  database: Kysely<Database>,
  ids: readonly string[],
  options: { dueOnly: boolean },
): Promise<StoredLead[]> {
  return database
    .updateTable('leads')
    .set({ forward_due_at: leaseEnd, forward_busy_until: leaseEnd })
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .where('forward_state', 'in', ['received', 'refused_late'])
    .where('erased_at', 'is', null)
    .where((where) =>
      where.or([
        where('forward_busy_until', 'is', null),
        where('forward_busy_until', '<=', sql<Date>`now()`),
      ]),
    )
    .$if(options.dueOnly, (query) =>
      query.where('forward_due_at', '<=', sql<Date>`now() + interval '1 second'`),
    )
    .returningAll()
    .execute();
}

/**
 * Leases leads due at the CRM, oldest first.
 * @returns leads leased to the caller for {@link deliveryLeaseSeconds}
 */
export async function takeDeliveryLeases(
  database: Kysely<Database>,
  maxLeads: number,
): Promise<PendingLead[]> {
  const { rows } = await sql<PendingLead>`${prepared}
    with due as (
      select id from leads
      where crm_state = 'pending' and crm_due_at <= now() + interval '1 second'
        and (crm_busy_until is null or crm_busy_until <= now())
      order by crm_due_at limit ${sql.lit(maxLeads)} for update skip locked)
    update leads set crm_busy_until = now() + make_interval(secs => ${deliveryLeaseSeconds})
    -- An array instead of a join: if the planner assumes a small table, a join reads the table once per lead.
    where leads.id = any(array(select id from due))
    returning leads.id, endpoint, form, request_id, "values", attribution, page_url, crm_attempts,
      coalesce(extract(epoch from now() - crm_first_failed_at), 0)::float8 as crm_trying_seconds,
      exists (select from opt_outs
        where address_key = encode(sha256(convert_to(leads.email, 'UTF8')), 'hex')) as opted_out`.execute(
    database,
  );
  return rows;
}

/** Releases the leases of leads that were not attempted. */
export async function releaseDeliveryLeases(
  database: Kysely<Database>,
  ids: readonly string[],
): Promise<void> {
  await sql`
    update leads set crm_busy_until = null
    where id = any(${[...ids]}::uuid[]) and crm_state = 'pending'`.execute(database);
}
