/**
 * Finds unreported payments, confirms claims, refunds undecided money, ends holds, and advances check orders.
 */
import { advanceCheckOrders } from '../orders/check-orders.ts';
import { type ConfirmedClaims, confirmClaims } from './confirm-claims.ts';
import { type ReconcileOptions, reconcile, reconcileOrder } from './reconcile.ts';
import type { ReconcilerServices, Reconciliation } from './reconciliation-run.ts';
import { refundUndecided } from './refund-undecided.ts';
import { type ReleasedHolds, releaseOverdueHolds } from './release-holds.ts';

export interface Reconciler {
  reconcile(options?: ReconcileOptions): Promise<Reconciliation>;
  /** @returns undefined if the order does not exist */
  reconcileOrder(orderId: string): Promise<Reconciliation | undefined>;
  /** Checks due claims that are not confirmed. */
  confirmClaims(): Promise<ConfirmedClaims>;
  /** Refunds money whose decision deadline has passed. @returns the number of payments */
  refundUndecided(): Promise<number>;
  /** Advances check orders. */
  advanceCheckOrders(): Promise<void>;
  /** Ends expired holds of unpaid orders. */
  releaseHolds(): Promise<ReleasedHolds>;
}

export function createReconciler(services: ReconcilerServices): Reconciler {
  return {
    reconcile: (options) => reconcile(services, options),
    reconcileOrder: (orderId) => reconcileOrder(services, orderId),
    confirmClaims: () => confirmClaims(services),
    refundUndecided: () => refundUndecided(services),
    advanceCheckOrders: () => advanceCheckOrders(services),
    releaseHolds: () => releaseOverdueHolds(services),
  };
}
