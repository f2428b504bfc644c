/** One batch: who comes, and who waits. */

import type { Attendee } from '@meridian/contracts/checkout/attendees';
import type { AttendeeRow, BatchPage, WaitingRow } from '@meridian/contracts/console/batches';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { csvLine } from '../../invoices/csv.ts';
import { listEntries } from '../../waitlist/entries.ts';
import { leadRow, listedColumns } from '../leads/lead-rows.ts';
import { findBatch } from './batch-lists.ts';

const mostWaiting = 1_000;

/** @returns a row for each seat that is booked, in order of the payers' names */
async function attendeesOf(database: Kysely<Database>, batchId: string): Promise<AttendeeRow[]> {
  const { rows } = await sql<{ id: string; payer: string; seats: number; attendees: Attendee[] }>`
    select id, trim(first_name || ' ' || last_name) as payer, seats - cancelled_seats as seats, attendees
    from orders where (batch ->> 'course_schedule_id')::bigint = ${batchId}::bigint
      and (seat_hold is not null or booking <> 'none')
      and payment_id is not null and booking in ('due', 'ordered', 'booked', 'review') and seats > cancelled_seats
    order by lower(first_name || ' ' || last_name), created_at`.execute(database);
  return rows.flatMap(({ id, payer, seats, attendees }) =>
    Array.from({ length: seats }, (_, seat) => ({
      ...{ order_id: id, payer: payer || 'Erased' },
      name: attendees[seat]?.name ?? null,
      email: attendees[seat]?.email ?? null,
    })),
  );
}

/** @returns in the order of their turn */
async function waitlistOf(database: Kysely<Database>, batchId: string): Promise<WaitingRow[]> {
  const entries = await listEntries(database, { batchId: Number(batchId), limit: mostWaiting });
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
  const names = new Map(leads.map((lead) => [lead.id, leadRow(lead).name]));
  return entries.map((entry) => ({
    id: entry.lead_id,
    name: names.get(entry.lead_id) || 'Erased',
    seats: entry.seats,
    state: entry.state === 'offered' ? 'offered' : 'waiting',
    joined_at: entry.joined_at.toISOString(),
    offer_ends_at: entry.offer_ends_at?.toISOString() ?? null,
  }));
}

/** @returns undefined if nothing is known here of such a batch */
export async function batchPage(database: Kysely<Database>, id: string): Promise<BatchPage | undefined> {
  const batch = await findBatch(database, id);
  if (!batch) return undefined;
  const [attendees, waitlist] = await Promise.all([attendeesOf(database, id), waitlistOf(database, id)]);
  return { ...batch, attendees, waitlist };
}

/** @returns the attendees for a spreadsheet */
export function attendeeCsv({ course, start_date: start, attendees }: BatchPage): string {
  const lines = attendees.map(({ name, email, payer }) =>
    csvLine([course, start ?? '', name ?? '', email ?? '', payer]),
  );
  return [csvLine(['course', 'first day', 'attendee', 'e-mail', 'payer']), ...lines, ''].join('\r\n');
}
