import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Makes the check of seats cheap; its rules are those of 0036. The count of taken seats was planned anew for each order, ten
 * times what it takes to run. And an order that holds seats is in two indexes less, both written again when the
 * provider's id is noted.
 */
async function up(database: Kysely<unknown>): Promise<void> {
  // Limits by e-mail are counted in `orders_by_email`, which has every order. Expired holds are few among those that are held.
  await sql`drop index orders_holding, orders_holding_of_email, orders_holding_of_address`.execute(database);
  await sql`
    create index orders_holding on orders (held_for_address, held_until)
      where seat_hold = 'held' and payment_id is null and held_until is not null`.execute(database);
  // In a language whose plans are kept for the session.
  await sql`
    create or replace function lock_batch(batch bigint, total integer, remaining integer, read_time timestamptz)
      returns seat_batches language plpgsql volatile as $$
    declare
      newest seat_batches;
    begin
      insert into seat_batches as known (batch_id, seats_total, seats_left, read_at)
        values (batch, total, remaining, read_time)
      on conflict (batch_id) do update set
        seats_total = case when excluded.read_at >= known.read_at then excluded.seats_total else known.seats_total end,
        seats_left = case when excluded.read_at >= known.read_at then excluded.seats_left else known.seats_left end,
        read_at = greatest(excluded.read_at, known.read_at)
      returning known.* into newest;
      return newest;
    end
    $$`.execute(database);
  await sql`
    create or replace function hold_seats(
      for_batch bigint, total integer, remaining integer, read_time timestamptz,
      wanted integer, offer text, payer_email text, payer_address text, email_limit integer, address_limit integer,
      out outcome text, out seats_left integer, out offered integer, out seat_limit integer
    ) language plpgsql volatile set plan_cache_mode = force_generic_plan as $$
    declare
      newest seat_batches;
      by_email integer;
      by_address integer;
    begin
      offered := 0;
      newest := lock_batch(for_batch, total, remaining, read_time);
      seats_left := free_seats(newest);
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
      -- Filtered after the index: PostgreSQL would join the index of payments, which has every unpaid order.
      select coalesce(sum(o.seats) filter (where o.seat_hold = 'held' and o.payment_id is null), 0) into by_email
        from orders o
        where lower(o.email) = lower(payer_email) and o.email <> '';
      select coalesce(sum(o.seats), 0) into by_address from orders o
        where o.seat_hold = 'held' and o.payment_id is null and o.held_until is not null
          and o.held_for_address = payer_address;
      seat_limit := case
        when by_email + wanted > email_limit then email_limit
        when by_address + wanted > address_limit then address_limit
      end;
      outcome := case when seat_limit is null then 'held' else 'over_limit' end;
    end
    $$`.execute(database);
}

export const plannedHolds: Migration = { up };
