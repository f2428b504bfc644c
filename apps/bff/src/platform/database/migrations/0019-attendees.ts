import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Who sits in the seats of an order, and which version of that list the upstream knows. Both have defaults: replicas of
 * the former version go on writing orders of which nobody is named.
 */
async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders
      add column attendees jsonb not null default '[]',
      add column attendees_version integer not null default 0,
      add column attendees_told integer not null default 0`.execute(database);
}

export const attendees: Migration = { up };
