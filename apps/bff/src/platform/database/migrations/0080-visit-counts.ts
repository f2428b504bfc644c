import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Counters of what visitors do: no row is about one person. */
async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table visit_counts (
      day date not null,
      step text not null,
      route text not null,
      course text not null,
      source text not null,
      campaign text not null,
      visits bigint not null,
      primary key (day, step, course, source, campaign, route)
    )`.execute(database);
  await sql`
    create table vital_counts (
      day date not null,
      route text not null,
      vital text not null,
      up_to integer not null,
      visits bigint not null,
      primary key (day, vital, route, up_to)
    )`.execute(database);
}

export const visitCounts: Migration = { up };
