/** Counts the seats of batches that have orders, holds or a waiting list. */
import type { BatchRow } from '@meridian/contracts/operators/console/batches';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { listedBatch } from '../../../enrolment/orders/store/order-tables.ts';
import { freeSeats } from '../../../enrolment/seats/free-seats.ts';
import type { Database } from '../../../platform/database/database.ts';

interface CountedBatch {
  id: string;
  course_id: string | null;
  /** Null if the batch has no order. */
  batch: unknown;
  sold: number;
  held: number;
  offered: number;
  waiting: number;
  seats_total: number | null;
  seats_left: number | null;
  taken: number;
  unknown: number;
}

function rowOf(counted: CountedBatch): BatchRow {
  const batch = counted.batch === null ? null : listedBatch(counted.batch);
  const { sold, held, offered, waiting, seats_left: left, seats_total: total } = counted;
  const free = freeSeats(
    { ...(left !== null && { seats_left: left }), ...(total !== null && { seats_total: total }) },
    { all: counted.taken, unknown: counted.unknown },
  );
  return {
    id: Number(counted.id),
    course_id: batch?.course_id ?? Number(counted.course_id ?? 0),
    course: batch?.course_name ?? '',
    start_date: batch?.start_date ?? null,
    end_date: batch?.end_date ?? null,
    start_time: batch?.start_time ?? '',
    end_time: batch?.end_time ?? '',
    sold,
    held,
    offered,
    waiting,
    free: free ?? null,
  };
}

/** @param ids statement that selects the batches' ids as `id` */
async function countBatches(database: Kysely<Database>, ids: RawBuilder<unknown>): Promise<BatchRow[]> {
  const { rows } = await sql<CountedBatch>`
    select batches.id, last_read.seats_total, last_read.seats_left, newest.batch, here.*, waitlist.*,
      coalesce(given.taken, 0) as taken, coalesce(given.unknown, 0) as unknown
    from (${ids}) as batches
    left join seat_batches as last_read on last_read.batch_id = batches.id
    -- Skipped for batches whose seats the upstream does not report.
    left join lateral (
      select * from taken_seats(array[batches.id], last_read.read_at) where last_read.batch_id is not null
    ) as given on true
    cross join lateral (
      select (array_agg(id order by created_at desc))[1] as newest_id,
        coalesce(sum(seats - cancelled_seats) filter (
          where payment_id is not null and booking in ('due', 'ordered', 'booked', 'review')), 0)::integer as sold,
        coalesce(sum(seats) filter (where payment_id is null and seat_hold = 'held'), 0)::integer as held
      from orders where (batch ->> 'course_schedule_id')::bigint = batches.id
        and (seat_hold is not null or booking <> 'none')
    ) as here
    left join orders as newest on newest.id = here.newest_id
    cross join lateral (
      select max(course_id) as course_id,
        coalesce(sum(entry.seats) filter (where state = 'waiting'), 0)::integer as waiting,
        coalesce(sum(entry.seats) filter (where state = 'offered' and offer_ends_at > now()), 0)::integer as offered
      from waitlist_entries as entry where entry.batch_id = batches.id
    ) as waitlist`.execute(database);
  return rows.map(rowOf);
}

/**
 * @param from first day on which a batch begins, `YYYY-MM-DD`
 * @param to exclusive
 * @returns sorted by first day; batches without a day come last
 */
export async function batchList(
  database: Kysely<Database>,
  { from, to }: { from: string; to: string },
): Promise<BatchRow[]> {
  const rows = await countBatches(
    database,
    sql`select (batch ->> 'course_schedule_id')::bigint as id from orders
      where booking = 'booked' and batch ->> 'start_date' >= ${from} and batch ->> 'start_date' < ${to}
      union select (batch ->> 'course_schedule_id')::bigint from orders
        where seat_hold = 'held' and payment_id is null and held_until is not null
      union select batch_id from waitlist_entries where state in ('waiting', 'offered')`,
  );
  const day = ({ start_date: start }: BatchRow) => start ?? '9999';
  return rows
    .filter(({ start_date: start }) => start === null || (start >= from && start < to))
    .toSorted((a, b) => day(a).localeCompare(day(b)) || a.course.localeCompare(b.course) || a.id - b.id);
}

/** @returns undefined for a batch that has no order, no hold and no open entry of the waiting list */
export async function findBatch(database: Kysely<Database>, id: string): Promise<BatchRow | undefined> {
  const [row] = await countBatches(database, sql`select ${id}::bigint as id`);
  return row && (row.start_date !== null || row.waiting + row.offered > 0) ? row : undefined;
}
