import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What operators wrote to everybody of a batch. */
export const batchMessages: Migration = {
  async up(database: Kysely<unknown>) {
    await sql`
      create table batch_messages (
        id uuid primary key,
        batch_id bigint not null,
        subject text not null,
        body text not null,
        sent_by text not null,
        addresses integer not null,
        suppressed integer not null,
        created_at timestamptz not null
      )`.execute(database);
    await sql`create index batch_messages_of_batch on batch_messages (batch_id, id)`.execute(database);
  },
};
