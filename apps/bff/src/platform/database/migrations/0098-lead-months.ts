import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { contractOnce } from '../contract.ts';

/**
 * Functions over the months of leads: partitions of `leads` and `lead_events` by range of the lead's id. They run as their
 * owner, since the application's role owns no table. A month is one in UTC. See `database/lead-months.ts`.
 */
const functions = [
  sql`
    create function lead_id_at(moment timestamptz) returns uuid language sql immutable as $$
      select (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
    $$`,
  sql`
    create function lead_month_at(id uuid) returns timestamptz language sql immutable as $$
      select to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
    $$`,
  // No rows while leads is one table. Without a bound: the default partition; without "since": the oldest one.
  sql`
    create function lead_months() returns table (name text, since uuid, bound uuid) language sql stable as $$
      select relname::text, (regexp_match(bounds, 'FROM [(]''([0-9a-f-]{36})'))[1]::uuid,
        (regexp_match(bounds, 'TO [(]''([0-9a-f-]{36})'))[1]::uuid
      from (
        select relname, pg_get_expr(relpartbound, pg_class.oid) as bounds
        from pg_inherits join pg_class on pg_class.oid = inhrelid
        where inhparent = to_regclass('public.leads')
      ) as partition
    $$`,
  // The foreign key of events is between the two partitions of a month, so that both go without a look at other months.
  sql`
    create function add_lead_partition(suffix text, bounds text) returns void language plpgsql as $$
    begin
      execute format('create table leads_%s (like leads including defaults including constraints)
        with (fillfactor = 50)', suffix);
      execute format('alter table leads attach partition leads_%s %s', suffix, bounds);
      execute format('create table lead_events_%s (like lead_events including defaults including constraints)', suffix);
      execute format('alter table lead_events_%s add constraint lead_events_%s_lead_id_fkey
        foreign key (lead_id) references leads_%s (id) on delete cascade', suffix, suffix, suffix);
      execute format('alter table lead_events attach partition lead_events_%s %s', suffix, bounds);
    end $$`,
  sql`
    create function make_lead_months() returns integer language plpgsql
    security definer set search_path = public, pg_temp as $$
    declare
      least_id uuid;
      bound_id uuid;
      month timestamp;
      made integer := 0;
    begin
      if not pg_try_advisory_xact_lock(7305412290198) then
        return 0;
      end if;
      if (select relkind from pg_class where oid = 'leads'::regclass) <> 'p' then
        -- A killed contraction left its bound, which would refuse the leads of a later month.
        if exists (select from pg_constraint where conname = 'leads_bound' and conrelid = 'leads'::regclass) then
          alter table leads drop constraint leads_bound;
        end if;
        if exists (select from pg_constraint
          where conname = 'lead_events_bound' and conrelid = 'lead_events'::regclass) then
          alter table lead_events drop constraint lead_events_bound;
        end if;
        return 0;
      end if;
      for month in
        select date_trunc('month', now() at time zone 'UTC') + make_interval(months => ahead)
        from generate_series(0, 2) as ahead
      loop
        least_id := lead_id_at(month at time zone 'UTC');
        bound_id := lead_id_at((month + interval '1 month') at time zone 'UTC');
        -- PostgreSQL before 18 has no max(uuid).
        continue when least_id < (select bound from lead_months() where bound is not null order by bound desc limit 1);
        -- What landed in the default partition stays there, with the rest of its month.
        continue when exists (select from leads_other where id >= least_id and id < bound_id);
        perform add_lead_partition(to_char(month, 'YYYY_MM'), format('for values from (%L) to (%L)', least_id, bound_id));
        made := made + 1;
      end loop;
      return made;
    end $$`,
  // The caller has locked the months and looked that nothing in it is to be kept.
  sql`
    create function lock_lead_months() returns void language plpgsql
    security definer set search_path = public, pg_temp as $$
    begin
      perform pg_advisory_xact_lock(7305412290198);
      lock table only leads, only lead_events in access exclusive mode;
    end $$`,
  sql`
    create function drop_lead_month(month text) returns void language plpgsql
    security definer set search_path = public, pg_temp as $$
    declare
      events text := replace(month, 'leads_', 'lead_events_');
    begin
      if not exists (select from lead_months() where name = month and bound is not null) then
        raise exception 'there is no month % of leads', month;
      end if;
      execute format('alter table lead_events detach partition %I', events);
      execute format('drop table %I', events);
      execute format('alter table leads detach partition %I', month);
      execute format('drop table %I', month);
    end $$`,
  // Leads whose id was of no month that stood ready: a clock that jumped, or nobody made months.
  sql`
    create function count_leads_outside_months() returns integer language plpgsql stable
    security definer set search_path = public, pg_temp as $$
    begin
      if to_regclass('leads_other') is null then
        return 0;
      end if;
      return (select count(*) from leads_other where received_at > now() - interval '1 day');
    end $$`,
];

/** True if the first migration is of this transaction: no server of an earlier version knows this database. */
async function isFresh(database: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ fresh: boolean }>`
    select xmin = pg_current_xact_id()::xid as fresh from kysely_migration where name = '0001-leads'`.execute(
    database,
  );
  return rows[0]?.fresh ?? false;
}

/** What months of leads need, and the months themselves where no earlier version can run; elsewhere `contract` makes them. */
export const leadMonths: Migration = {
  async up(database: Kysely<unknown>) {
    for (const statement of functions) await statement.execute(database);
    if (await isFresh(database)) await contractOnce(database);
  },
};
