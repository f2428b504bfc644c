/** How many seats the orders have taken, read off the orders themselves: nothing else could disagree with them. */
import { sql } from 'kysely';
import type { SeatLedger } from '../../seats/check-seats.ts';

const batchOf = sql<string>`(batch ->> 'course_schedule_id')::bigint`;

/**
 * The seats that an order takes. A payment that came in after its hold had ended takes none before they were found to be
 * free; an operator's decision to book stands. Cancelled seats come free once the upstream was told of them.
 */
const taken = sql<number>`case
  when booking = 'booked' then greatest(seats - told_seats, 0)
  when booking = 'ordered' then seats
  when booking in ('due', 'review') and seat_hold is distinct from 'released' then seats
  when booking = 'none' and payment_id is null and seat_hold = 'held' then seats
  else 0 end`;

export const orderSeats: SeatLedger = {
  async count(database, batchIds, readAt) {
    if (batchIds.length === 0) return new Map();
    const isUnknown = sql<boolean>`booking <> 'booked' or booked_at >= ${readAt}`;
    const rows = await database
      .selectFrom('orders')
      .select([
        batchOf.as('batch'),
        sql<number>`sum(${taken})::integer`.as('all'),
        sql<number>`coalesce(sum(${taken}) filter (where ${isUnknown}), 0)::integer`.as('unknown'),
      ])
      .where(batchOf, 'in', batchIds.map(String))
      // As the index has it.
      .where(sql<boolean>`seat_hold is not null or booking <> 'none'`)
      .groupBy(batchOf)
      .execute();
    return new Map(rows.map(({ batch, all, unknown }) => [Number(batch), { all, unknown }]));
  },
};
