import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Seats are checked in the database, so that an order that holds seats is one statement and one round trip. The functions
 * that lock are volatile: each of their statements sees what was committed while the one before waited. `taken_seats` is
 * stable, so it becomes a part of the statement that calls it.
 */
async function up(database: Kysely<unknown>): Promise<void> {
  // Each index serves one question alone: among indexes of one predicate the planner takes any while it knows no statistics,
  // and reads every hold for one payer.
  await sql`drop index orders_holding, orders_holding_of_email, orders_holding_of_address`.execute(database);
  await sql`
    create index orders_holding on orders (held_until)
      where seat_hold = 'held' and payment_id is null and held_until is not null`.execute(database);
  await sql`
    create index orders_holding_of_email on orders (lower(email))
      where seat_hold = 'held' and payment_id is null and lower(email) is not null`.execute(database);
  await sql`
    create index orders_holding_of_address on orders (held_for_address)
      where seat_hold = 'held' and payment_id is null and held_for_address is not null`.execute(database);
  // Of orders: a payment after its hold had ended takes no seats before they were found free; an operator's decision to
  // book stands; cancelled seats come free once the upstream was told. Of the waiting list: open offers without an order.
  await sql`
    create function taken_seats(batches bigint[], since timestamptz)
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
        o.booking <> 'booked' or o.booked_at >= since as is_unknown
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
  // The newest read of any replica stays; the row is locked until the transaction ends.
  await sql`
    create function lock_batch(batch bigint, total integer, remaining integer, read_time timestamptz)
      returns seat_batches language sql volatile as $$
    insert into seat_batches as known (batch_id, seats_total, seats_left, read_at)
      values (batch, total, remaining, read_time)
    on conflict (batch_id) do update set
      seats_total = case when excluded.read_at >= known.read_at then excluded.seats_total else known.seats_total end,
      seats_left = case when excluded.read_at >= known.read_at then excluded.seats_left else known.seats_left end,
      read_at = greatest(excluded.read_at, known.read_at)
    returning known.*
    $$`.execute(database);
  // Null where the upstream does not count them.
  await sql`
    create function free_seats(batch seat_batches) returns integer language plpgsql volatile as $$
    declare
      ours record;
    begin
      if batch.seats_left is null and batch.seats_total is null then return null; end if;
      select t.taken, t.unknown into ours from taken_seats(array[batch.batch_id], batch.read_at) t;
      return greatest(0, coalesce(
        batch.seats_left - coalesce(ours.unknown, 0),
        batch.seats_total - coalesce(ours.taken, 0)));
    end
    $$`.execute(database);
  // Outcomes: uncounted, held, short (seats_left), over_limit (seat_limit). Locks, in this order: the batch, the payer's
  // e-mail, the payer's address.
  await sql`
    create function hold_seats(
      for_batch bigint, total integer, remaining integer, read_time timestamptz,
      wanted integer, offer text, payer_email text, payer_address text, email_limit integer, address_limit integer,
      out outcome text, out seats_left integer, out offered integer, out seat_limit integer
    ) language plpgsql volatile as $$
    declare
      by_email integer;
      by_address integer;
    begin
      offered := 0;
      seats_left := free_seats(lock_batch(for_batch, total, remaining, read_time));
      if seats_left is null then
        outcome := 'uncounted';
        return;
      end if;
      if offer is not null then
        select coalesce(sum(w.seats), 0) into offered
        from waitlist_entries w
        where w.token = offer and w.batch_id = for_batch and w.state = 'offered' and w.offer_ends_at > clock_timestamp()
          and not exists (
            select from orders o where o.id = w.order_id
              and (o.seat_hold is distinct from 'released' or o.booking in ('booked', 'ordered', 'dropped')));
        seats_left := seats_left + offered;
      end if;
      if wanted > seats_left then
        outcome := 'short';
        return;
      end if;
      perform pg_advisory_xact_lock(hashtextextended('seats ' || lower(payer_email), 0));
      if payer_address is not null then
        perform pg_advisory_xact_lock(hashtextextended('seats ' || payer_address, 0));
      end if;
      select coalesce(sum(o.seats), 0) into by_email from orders o
        where o.seat_hold = 'held' and o.payment_id is null and lower(o.email) = lower(payer_email);
      select coalesce(sum(o.seats), 0) into by_address from orders o
        where o.seat_hold = 'held' and o.payment_id is null and o.held_for_address = payer_address;
      seat_limit := case
        when by_email + wanted > email_limit then email_limit
        when by_address + wanted > address_limit then address_limit
      end;
      outcome := case when seat_limit is null then 'held' else 'over_limit' end;
    end
    $$`.execute(database);
}

export const heldInOneStatement: Migration = { up };
