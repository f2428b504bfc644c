import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * What operators search: copies of names, addresses and ids, filled from the tables of leads and orders by a job, so
 * that the indexes cost the site nothing. Workers call the function that adds the trigram indexes, or prefix indexes where
 * the extension is not to be had: after the first copies, since filling a table is faster without them. Replicas of the previous version erase without the copies:
 * the nightly comparison finds those.
 */
async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table lead_search (
      id uuid primary key,
      form text not null,
      course text not null,
      source text not null,
      words text not null
    )`.execute(database);
  for (const column of ['form', 'course', 'source'])
    await sql`create index ${sql.ref(`lead_search_by_${column}`)} on lead_search (${sql.ref(column)}, id)`.execute(
      database,
    );
  await sql`
    create table order_search (
      id uuid primary key,
      created_at timestamptz not null,
      words text not null
    )`.execute(database);
  await sql`create index order_search_by_age on order_search (created_at, id)`.execute(database);
  await sql`
    create table search_cursors (
      name text primary key,
      since timestamptz not null,
      position bigint not null
    )`.execute(database);
  await sql`
    insert into search_cursors values ('leads', '-infinity', 0),
      ('orders', '-infinity', (select coalesce(max(id), 0) from order_events))`.execute(database);
  // Words that begin with what is searched, for lack of trigrams.
  await sql`
    create function search_prefixes(words text) returns tsvector language sql immutable as $$
      select to_tsvector('simple'::regconfig, regexp_replace(words, '[^[:alnum:]]+', ' ', 'g'))
    $$`.execute(database);
  // As its owner: the application's role makes no indexes. Updates are few and by a job, so that entries need no list of
  // pending ones, which searches would have to read.
  await sql`
    create function prepare_search(with_trigrams boolean default true) returns boolean
    language plpgsql security definer set search_path from current as $$
      begin
        perform pg_advisory_xact_lock(7305412290170);
        if to_regclass('lead_search_trigrams') is not null and to_regclass('order_search_trigrams') is not null then
          return true;
        end if;
        begin
          if not with_trigrams then
            raise exception 'prefixes are wanted';
          end if;
          create extension if not exists pg_trgm;
          create index if not exists lead_search_trigrams on lead_search
            using gin (words gin_trgm_ops) with (fastupdate = off);
          create index if not exists order_search_trigrams on order_search
            using gin (words gin_trgm_ops) with (fastupdate = off);
          drop index if exists lead_search_words;
          drop index if exists order_search_words;
          return true;
        exception when others then
          null;
        end;
        if to_regclass('lead_search_words') is null then
          create index lead_search_words on lead_search using gin (search_prefixes(words));
          create index order_search_words on order_search using gin (search_prefixes(words));
        end if;
        return false;
      end
    $$`.execute(database);
}

export const search: Migration = { up };
