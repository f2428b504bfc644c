/** Reads the page of a batch: its attendees and its waiting list. */

import type { Attendee } from '@meridian/contracts/enrolment/attendees';
import type { AttendeeRow, BatchPage } from '@meridian/contracts/operators/console/batches';
import { type Kysely, sql } from 'kysely';
import { csvLine } from '../../../platform/csv/csv.ts';
import type { Database } from '../../../platform/database/database.ts';
import { batchUpdates } from './batch-updates.ts';
import { type BoardDependencies, readBoardRow } from './board.ts';
import { waitlistOf } from './waitlist.ts';

/** @returns a row for each paid seat that is not cancelled, sorted by the payers' names */
async function attendeesOf(database: Kysely<Database>, batchId: string): Promise<AttendeeRow[]> {
  const { rows } = await sql<{ id: string; payer: string; seats: number; attendees: Attendee[] }>`
    select id, trim(first_name || ' ' || last_name) as payer, seats - cancelled_seats as seats, attendees
    from orders where (batch ->> 'course_schedule_id')::bigint = ${batchId}::bigint
      and (seat_hold is not null or booking <> 'none')
      and payment_id is not null and booking in ('due', 'ordered', 'booked', 'review') and seats > cancelled_seats
    order by lower(first_name || ' ' || last_name), created_at`.execute(database);
  return rows.flatMap(({ id, payer, seats, attendees }) =>
    Array.from({ length: seats }, (_, seat) => ({
      order_id: id,
      payer: payer || 'Erased',
      name: attendees[seat]?.name ?? null,
      email: attendees[seat]?.email ?? null,
    })),
  );
}

/** @returns undefined for an unknown batch */
export async function readBatchPage(deps: BoardDependencies, id: string): Promise<BatchPage | undefined> {
  const batch = await readBoardRow(deps, Number(id));
  if (!batch) return undefined;
  const { database } = deps;
  const [attendees, waitlist, update] = await Promise.all([
    attendeesOf(database, id),
    waitlistOf(database, Number(id)),
    batchUpdates(database, Number(id)),
  ]);
  return { ...batch, attendees, waitlist, ...update };
}

/** @returns the attendees as CSV */
export function attendeeCsv({ course, start_date: start, attendees }: BatchPage): string {
  const lines = attendees.map(({ name, email, payer }) =>
    csvLine([course, start ?? '', name ?? '', email ?? '', payer]),
  );
  return [csvLine(['course', 'first day', 'attendee', 'email', 'payer']), ...lines, ''].join('\r\n');
}
