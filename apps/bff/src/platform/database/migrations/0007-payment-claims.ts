import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Validly signed payment claims that could not be processed at once. */
export const paymentClaims: Migration = {
  async up(database: Kysely<unknown>) {
    await sql`
      create table payment_claims (
        payment_id text primary key,
        razorpay_order_id text not null,
        received_at timestamptz not null,
        next_check_at timestamptz not null,
        settled_at timestamptz,
        outcome text check (outcome in ('taken', 'given_up'))
      )`.execute(database);
    await sql`
      create index payment_claims_open on payment_claims (next_check_at) where settled_at is null`.execute(
      database,
    );
  },
};
