import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** For the lists of the console: mails that did not arrive, and documents by day. Most mails are sent and not in it. */
async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create index mails_not_sent on mails (state, id desc) where state in ('refused', 'dropped', 'bounced')`.execute(
    database,
  );
  await sql`create index invoices_by_day_and_number on invoices (issued_on desc, number desc)`.execute(
    database,
  );
}

export const consoleLists: Migration = { up };
