import type { WaitlistRow } from '@meridian/contracts/operators/console/waitlist';
import type { Kysely } from 'kysely';
import { listEntries } from '../../../enrolment/waitlist/entries.ts';
import type { Database } from '../../../platform/database/database.ts';
import { leadRow, listedColumns } from '../leads/lead-rows.ts';

const maxWaiting = 1_000;

/**
 * @param batchId if absent, entries of all batches
 * @returns entries by batch, in the order of the waiting list
 */
export async function waitlistOf(database: Kysely<Database>, batchId?: number): Promise<WaitlistRow[]> {
  const requested = batchId === undefined ? {} : { batchId };
  const entries = await listEntries(database, { ...requested, limit: maxWaiting });
  if (entries.length === 0) return [];
  const leads = await database
    .selectFrom('leads')
    .select(listedColumns)
    .where(
      'id',
      'in',
      entries.map((entry) => entry.lead_id),
    )
    .execute();
  const rows = new Map(leads.map((lead) => [lead.id, leadRow(lead)]));
  return entries.map((entry) => {
    const lead = rows.get(entry.lead_id);
    return {
      id: entry.lead_id,
      name: lead?.name || 'Erased',
      seats: entry.seats,
      batch_id: Number(entry.batch_id),
      course: entry.batch?.course_name || lead?.course || '',
      start_date: entry.batch?.start_date || null,
      state: entry.state === 'offered' ? 'offered' : 'waiting',
      joined_at: entry.joined_at.toISOString(),
      offer_ends_at: entry.offer_ends_at?.toISOString() ?? null,
    };
  });
}
