import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Seats that were moved into a batch are among those that the upstream does not know, until it was told of the move. The rest
 * of the function is as before.
 */
async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column moved_at timestamptz`.execute(database);
  await sql`
    create or replace function taken_seats(batches bigint[], since timestamptz)
      returns table (batch_id bigint, taken integer, unknown integer) language sql stable as $$
    select each.batch_id, sum(each.seats)::integer,
      coalesce(sum(each.seats) filter (where each.is_unknown), 0)::integer
    from (
      select (o.batch ->> 'course_schedule_id')::bigint as batch_id,
        case
          when o.booking = 'booked' then greatest(o.seats - o.told_seats, 0)
          when o.booking = 'ordered' then o.seats
          when o.booking in ('due', 'review') and o.seat_hold is distinct from 'released' then o.seats
          when o.booking = 'none' and o.payment_id is null and o.seat_hold = 'held' then o.seats
          else 0
        end as seats,
        o.booking <> 'booked' or o.booked_at >= since or (o.moved_at is not null and exists (
          select from booking_changes c
          where c.order_id = o.id and c.course_schedule_id is not null
            and (c.state <> 'told' or c.updated_at >= since))) as is_unknown
      from orders o
      where (o.batch ->> 'course_schedule_id')::bigint = any (batches)
        and (o.seat_hold is not null or o.booking <> 'none')
      union all
      select w.batch_id, w.seats, true
      from waitlist_entries w
      where w.batch_id = any (batches) and w.state = 'offered' and w.offer_ends_at > clock_timestamp()
        and not exists (
          select from orders o where o.id = w.order_id
            and (o.seat_hold is distinct from 'released' or o.booking in ('booked', 'ordered', 'dropped')))
    ) each
    group by each.batch_id
    $$`.execute(database);
}

export const movedSeats: Migration = { up };
