import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What became of each event of the payment provider; rows of earlier versions stay without. */
async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhook_events
      add column outcome text check (outcome in ('taken', 'ignored', 'set_aside')),
      add column order_id uuid`.execute(database);
  await sql`create index webhook_events_newest on webhook_events (received_at desc, event_id desc)`.execute(
    database,
  );
  await sql`
    create index webhook_events_set_aside on webhook_events (received_at desc, event_id desc)
    where outcome = 'set_aside'`.execute(database);
}

export const webhookOutcomes: Migration = { up };
