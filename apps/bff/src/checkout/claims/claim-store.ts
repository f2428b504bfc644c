/**
 * Payments that a browser told of with a valid signature while Razorpay, or our own record of the order, does not
 * bear it out yet. The payer was told that we are confirming it, so each is looked at until it is settled.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { RazorpayError } from '../../payments/razorpay/errors.ts';
import { settleLater } from '../booking/book-order.ts';
import type { CheckoutDependencies } from '../dependencies.ts';
import type { Order } from '../order/order.ts';
import { findOrder } from '../order/order-queries.ts';
import { changeOrder } from '../order/order-store.ts';
import { takePayment } from '../reports/take-payment.ts';

/** Both as Razorpay names them. */
export interface PaymentClaim {
  razorpayOrderId: string;
  paymentId: string;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const firstCheckMs = minuteMs / 2;
const longestPauseMs = 6 * 60 * minuteMs;
const keptMs = 30 * dayMs;
const batchSize = 100;

/** @returns true where the order knows what became of the payment's money */
export function isTaken(order: Order, paymentId: string): boolean {
  return order.payments.some((payment) => payment.paymentId === paymentId && payment.role !== 'tried');
}

/** Keeps a claim before its payer is answered. */
export async function recordClaim(deps: CheckoutDependencies, claim: PaymentClaim): Promise<void> {
  const now = deps.now();
  await deps.database
    .insertInto('payment_claims')
    .values({
      payment_id: claim.paymentId,
      razorpay_order_id: claim.razorpayOrderId,
      received_at: now,
      next_check_at: new Date(now.getTime() + firstCheckMs),
    })
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .execute();
}

/** The same for an order that we have: it learns of the payment, and a worker looks at it. @returns the order then */
export async function keepClaim(
  deps: CheckoutDependencies,
  claim: PaymentClaim,
  order: Order,
): Promise<Order> {
  await recordClaim(deps, claim);
  const event = { kind: 'payment_tried', paymentId: claim.paymentId } as const;
  const tried = await changeOrder(deps, order.id, { event, source: 'browser' });
  await settleLater(deps, [order.id]);
  return tried ?? order;
}

/** @returns true where the claim's payment was taken into its order */
async function settle(deps: CheckoutDependencies, claim: PaymentClaim): Promise<boolean> {
  const { razorpayOrderId, paymentId } = claim;
  const order = await findOrder(deps.database, 'razorpay_order_id', razorpayOrderId);
  if (!order) {
    deps.log.error({ razorpayOrderId, paymentId }, 'a signed payment belongs to no order here');
    return false;
  }
  if (isTaken(order, paymentId)) return true;
  const payment = await deps.razorpay.fetchPayment(paymentId);
  if (payment.order_id !== razorpayOrderId) return false;
  return isTaken(await takePayment(deps, order, payment, { source: 'worker' }), paymentId);
}

/**
 * Looks at the claims that are due. Safe to run beside itself.
 * @returns how many were looked at, and how many of them are settled now
 */
export async function settleClaims(
  deps: CheckoutDependencies,
): Promise<{ claimsChecked: number; claimsSettled: number }> {
  const now = deps.now();
  const due = await deps.database
    .selectFrom('payment_claims')
    .selectAll()
    .where('settled_at', 'is', null)
    .where('next_check_at', '<=', now)
    .orderBy('next_check_at')
    .limit(batchSize)
    .execute();
  let claimsSettled = 0;
  for (const row of due) {
    const claim = { razorpayOrderId: row.razorpay_order_id, paymentId: row.payment_id };
    const ageMs = now.getTime() - row.received_at.getTime();
    const taken = await settle(deps, claim).catch((error: unknown) => {
      const why = error instanceof RazorpayError ? { code: error.code } : { err: error };
      deps.log.warn({ ...claim, ...why }, 'a signed payment is not settled yet');
      return false;
    });
    const givenUp = !taken && ageMs > keptMs;
    if (givenUp) deps.log.error(claim, 'a signed payment never came in and is not looked at any more');
    if (taken) claimsSettled += 1;
    await deps.database
      .updateTable('payment_claims')
      .set(
        taken || givenUp
          ? { settled_at: now, outcome: taken ? 'taken' : 'given_up' }
          : { next_check_at: nextCheck(now, ageMs) },
      )
      .where('payment_id', '=', row.payment_id)
      .execute();
  }
  await forgetSettled(deps, now);
  return { claimsChecked: due.length, claimsSettled };
}

/** @returns how long the oldest open claim has been waiting; 0 where there is none */
export async function oldestClaimSeconds(database: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from now() - min(received_at))::float8 as seconds
    from payment_claims where settled_at is null`.execute(database);
  return rows[0]?.seconds ?? 0;
}

/** Checks become rarer as a claim ages. */
function nextCheck(now: Date, ageMs: number): Date {
  return new Date(now.getTime() + Math.min(longestPauseMs, Math.max(minuteMs, ageMs / 4)));
}

async function forgetSettled(deps: CheckoutDependencies, now: Date): Promise<void> {
  await deps.database
    .deleteFrom('payment_claims')
    .where('settled_at', '<', new Date(now.getTime() - keptMs))
    .execute();
}
