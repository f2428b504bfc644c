/** Finds payments that nobody reported, ends holds, confirms claims. */
import { advanceCheckOrders } from '../orders/check-orders.ts';
import { type ConfirmedClaims, confirmClaims } from './confirm-claims.ts';
import { type ReconcileOptions, reconcile, reconcileOrder } from './reconcile.ts';
import type { ReconcilerServices, Reconciliation } from './reconciliation-run.ts';
import { refundUndecided } from './refund-undecided.ts';
import { type ReleasedHolds, releaseOverdueHolds } from './release-holds.ts';

export interface Reconciler {
  reconcile(options?: ReconcileOptions): Promise<Reconciliation>;
  /** @returns undefined if there is no such order */
  reconcileOrder(orderId: string): Promise<Reconciliation | undefined>;
  /** Checks unconfirmed claims that are due. */
  confirmClaims(): Promise<ConfirmedClaims>;
  /** Refunds money that waited for a decision until its deadline. @returns number of payments */
  refundUndecided(): Promise<number>;
  /** Takes check orders of a set-up further. */
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
