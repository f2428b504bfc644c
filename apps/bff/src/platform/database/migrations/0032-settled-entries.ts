import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the provider's settlements paid to the bank, movement by movement. The provider shows old ones in reports only. */
async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table settled_entries (
      id text primary key,
      type text not null,
      payment_id text,
      amount_paise bigint not null,
      credit_paise bigint not null,
      debit_paise bigint not null,
      fee_paise bigint not null,
      tax_paise bigint not null,
      settlement_id text not null,
      utr text,
      settled_at timestamptz not null
    )`.execute(database);
}

export const settledEntries: Migration = { up };
