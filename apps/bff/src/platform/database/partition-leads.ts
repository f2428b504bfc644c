/**
 * Makes `leads` and `lead_events` partitioned by months of the lead's id. What was there becomes the oldest partition, as
 * it is: nothing is copied, and nothing waits longer than for a look-up.
 */
import { type QueryExecutorProvider, sql } from 'kysely';

const tables = [
  { name: 'leads', key: 'id' },
  { name: 'lead_events', key: 'lead_id' },
] as const;

const boundOf = (name: string) => `${name}_bound`;

/** The months from here on are partitions of their own: the first of the month after next, in UTC. */
const oldestBound = sql<{ bound: string }>`
  select lead_id_at((date_trunc('month', now() at time zone 'UTC') + interval '2 months') at time zone 'UTC') as bound`;

export async function isPartitioned(database: QueryExecutorProvider): Promise<boolean> {
  const { rows } = await sql<{ kind: string }>`
    select relkind::text as kind from pg_class where oid = 'leads'::regclass`.execute(database);
  return rows[0]?.kind === 'p';
}

/**
 * The first step: a condition that every row fulfils, which PostgreSQL takes for granted when the table becomes a
 * partition. A short lock.
 */
export async function addBounds(database: QueryExecutorProvider): Promise<void> {
  const { rows } = await oldestBound.execute(database);
  for (const { name, key } of tables) {
    const bound = sql.id(boundOf(name));
    await sql`alter table ${sql.id(name)} drop constraint if exists ${bound},
      add constraint ${bound} check (${sql.id(key)} < ${sql.lit(rows[0]?.bound)}) not valid`.execute(
      database,
    );
  }
}

/** The second: reads the table, with a lock that nobody waits for. @throws 23514 where an id is of a later month */
export async function validateBounds(database: QueryExecutorProvider): Promise<void> {
  for (const { name } of tables)
    await sql`alter table ${sql.id(name)} validate constraint ${sql.id(boundOf(name))}`.execute(database);
}

/** Leaves a table as it was before {@link addBounds}. */
export async function removeBounds(database: QueryExecutorProvider): Promise<void> {
  for (const { name } of tables)
    await sql`alter table ${sql.id(name)} drop constraint if exists ${sql.id(boundOf(name))}`.execute(
      database,
    );
}

/**
 * The third, in one transaction: another table takes the name, and this one becomes its oldest partition. Indexes and
 * rights are those of before.
 */
const swap = sql`
  do $$
  declare
    bound text;
    definition text;
    definitions text[];
    owned record;
    last_event bigint;
  begin
    lock table leads, lead_events, lead_files, waitlist_entries, consents in access exclusive mode;
    -- Rows of these outlive the month of their lead.
    alter table waitlist_entries drop constraint waitlist_entries_lead_id_fkey;
    alter table consents drop constraint consents_lead_id_fkey;
    alter table lead_files drop constraint lead_files_lead_id_fkey;

    select (regexp_match(pg_get_constraintdef(oid), '''([0-9a-f-]{36})'''))[1] into strict bound
    from pg_constraint where conname = 'leads_bound' and conrelid = 'leads'::regclass;
    select array_agg(pg_get_indexdef(indexrelid)) into definitions from pg_index
    where indrelid in ('leads'::regclass, 'lead_events'::regclass) and not indisprimary;
    for owned in select indexrelid::regclass as name, relname from pg_index join pg_class on oid = indexrelid
      where indrelid in ('leads'::regclass, 'lead_events'::regclass)
    loop
      execute format('alter index %s rename to %I', owned.name, owned.relname || '_before');
    end loop;
    alter table leads rename to leads_before;
    alter table lead_events rename to lead_events_before;
    select coalesce(max(id), 0) into last_event from lead_events_before;
    alter table lead_events_before alter column id drop identity;

    create table leads (like leads_before including defaults including constraints) partition by range (id);
    alter table leads drop constraint leads_bound;
    create table lead_events (like lead_events_before including defaults including constraints)
      partition by range (lead_id);
    alter table lead_events drop constraint lead_events_bound;
    alter table lead_events alter column id add generated always as identity;
    perform setval(pg_get_serial_sequence('lead_events', 'id'), last_event + 1, false);
    for owned in
      select replace(relname, '_before', '') as name, privilege_type, grantee::regrole as role
      from pg_class, aclexplode(relacl) where relname in ('leads_before', 'lead_events_before') and grantee <> relowner
        and grantee <> 0
    loop
      execute format('grant %s on %I to %s', owned.privilege_type, owned.name, owned.role);
    end loop;

    execute format('alter table leads attach partition leads_before for values from (minvalue) to (%L)', bound);
    execute format('alter table lead_events attach partition lead_events_before for values from (minvalue) to (%L)', bound);
    alter table leads_before drop constraint leads_bound;
    alter table lead_events_before drop constraint lead_events_bound;
    alter table leads add primary key (id);
    foreach definition in array definitions loop
      execute definition;
    end loop;
    perform add_lead_partition('other', 'default');
    perform make_lead_months();
    alter table lead_files add constraint lead_files_lead_id_fkey
      foreign key (lead_id) references leads (id) on delete cascade not valid;
  end $$`;

export async function swapTables(database: QueryExecutorProvider): Promise<void> {
  await swap.execute(database);
}

/** The last: what {@link swapTables} took on trust. Nobody waits for its lock. */
export async function validateKeys(database: QueryExecutorProvider): Promise<void> {
  await sql`alter table lead_files validate constraint lead_files_lead_id_fkey`.execute(database);
}
