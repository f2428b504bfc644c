/**
 * Confirms payments that a browser reported with a valid signature, but that are not recorded in their order
 * yet. Each claim is checked until it is confirmed or older than 30 days.
 */

import { isRemoteError } from '../../platform/remote/remote-error.ts';
import { advanceLater } from '../bookings/advance-order.ts';
import type { Order } from '../orders/order.ts';
import { findOrder } from '../orders/store/order-queries.ts';
import { changeOrder, type OrderWriter } from '../orders/store/order-store.ts';
import { applyPayment } from '../payments/apply-payment.ts';
import {
  checkClaimLater,
  closeClaim,
  deleteClosedClaims,
  dueClaims,
  recordClaim,
  type SignedPayment,
} from '../payments/claim-store.ts';
import type { LoggedPaymentServices } from '../payments/payment-services.ts';

const batchSize = 100;

/** @returns true if the order has the payment as charged, not only as tried */
export function isTaken(order: Order, paymentId: string): boolean {
  return order.payments.some((payment) => payment.paymentId === paymentId && payment.role !== 'tried');
}

/**
 * Stores a claim of an existing order, records its payment as tried, and enqueues the order.
 *
 * @returns the order after the change
 */
export async function storeClaim(deps: OrderWriter, claim: SignedPayment, order: Order): Promise<Order> {
  await recordClaim(deps.database, claim);
  const event = { kind: 'payment_tried', paymentId: claim.paymentId } as const;
  const tried = await changeOrder(deps, order.id, { event, source: 'browser' });
  await advanceLater(deps, [order.id]);
  return tried ?? order;
}

/** @returns true if the claim's payment was recorded in its order */
async function confirmClaim(deps: LoggedPaymentServices, claim: SignedPayment): Promise<boolean> {
  const { providerOrderId, paymentId } = claim;
  const order = await findOrder(deps.database, 'provider_order_id', providerOrderId);
  if (!order) {
    deps.log.error({ providerOrderId, paymentId }, 'a signed payment belongs to no order here');
    return false;
  }
  if (isTaken(order, paymentId)) return true;
  const payment = await deps.provider.fetchPayment(paymentId);
  if (payment.orderId !== providerOrderId) return false;
  return isTaken(await applyPayment(deps, order, payment, { source: 'worker' }), paymentId);
}

export interface ConfirmedClaims {
  claimsChecked: number;
  claimsConfirmed: number;
}

/** Checks the due claims. Safe to run concurrently. */
export async function confirmClaims(deps: LoggedPaymentServices): Promise<ConfirmedClaims> {
  const { database, log } = deps;
  const due = await dueClaims(database, batchSize);
  let claimsConfirmed = 0;
  for (const { claim, isLast } of due) {
    const taken = await confirmClaim(deps, claim).catch((error: unknown) => {
      const why = isRemoteError(error, 'payments') ? { code: error.code } : { err: error };
      log.warn({ ...claim, ...why }, 'a signed payment is not confirmed yet');
      return false;
    });
    if (taken) {
      claimsConfirmed += 1;
      await closeClaim(database, claim, 'taken');
    } else if (isLast) {
      log.error({ ...claim }, 'a signed payment was never found and is no longer checked');
      await closeClaim(database, claim, 'given_up');
    } else await checkClaimLater(database, claim);
  }
  await deleteClosedClaims(database);
  return { claimsChecked: due.length, claimsConfirmed };
}
