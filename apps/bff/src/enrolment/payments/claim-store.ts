/** The rows of `payment_claims`: signed payments that wait for confirmation. */
import { type Kysely, sql } from 'kysely';
import { ago, databaseNow, fromNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';

/** A payment that a browser reported with a valid signature. The ids are the payment provider's. */
export interface SignedPayment {
  providerOrderId: string;
  paymentId: string;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const firstCheckMs = minuteMs / 2;
const retentionMs = 30 * dayMs;

/** Stores a claim. Call it before the payer gets an answer. */
export async function recordClaim(
  database: Kysely<Database>,
  { providerOrderId, paymentId }: SignedPayment,
): Promise<void> {
  await database
    .insertInto('payment_claims')
    .values({
      payment_id: paymentId,
      provider_order_id: providerOrderId,
      received_at: databaseNow,
      next_check_at: fromNow(firstCheckMs),
    })
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .execute();
}

export interface DueClaim {
  claim: SignedPayment;
  /** True if the claim is older than 30 days: this check is the last. */
  isLast: boolean;
}

/** @returns claims that are due for a check, the most overdue first */
export async function dueClaims(database: Kysely<Database>, limit: number): Promise<DueClaim[]> {
  const rows = await database
    .selectFrom('payment_claims')
    .select([
      'payment_id',
      'provider_order_id',
      sql<boolean>`received_at < ${ago(retentionMs)}`.as('is_last'),
    ])
    .where('settled_at', 'is', null)
    .where('next_check_at', '<=', databaseNow)
    .orderBy('next_check_at')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    claim: { providerOrderId: row.provider_order_id, paymentId: row.payment_id },
    isLast: row.is_last,
  }));
}

export async function closeClaim(
  database: Kysely<Database>,
  { paymentId }: SignedPayment,
  outcome: 'taken' | 'given_up',
): Promise<void> {
  await database
    .updateTable('payment_claims')
    .set({ settled_at: databaseNow, outcome })
    .where('payment_id', '=', paymentId)
    .execute();
}

/**
 * Schedules the next check of a claim after a quarter of its age, at least a minute and at most six hours.
 */
export async function checkClaimLater(
  database: Kysely<Database>,
  { paymentId }: SignedPayment,
): Promise<void> {
  const pause = sql`least(greatest((now() - received_at) / 4, interval '1 minute'), interval '6 hours')`;
  await database
    .updateTable('payment_claims')
    .set({ next_check_at: sql<Date>`now() + ${pause}` })
    .where('payment_id', '=', paymentId)
    .execute();
}

export async function deleteClosedClaims(database: Kysely<Database>): Promise<void> {
  await database.deleteFrom('payment_claims').where('settled_at', '<', ago(retentionMs)).execute();
}

/** @returns the age of the oldest open claim; 0 if there is none */
export async function oldestClaimSeconds(database: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from now() - min(received_at))::float8 as seconds
    from payment_claims where settled_at is null`.execute(database);
  return rows[0]?.seconds ?? 0;
}
