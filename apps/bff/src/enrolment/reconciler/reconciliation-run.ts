import type { ProviderPayment, Unreadable } from '../../partners/payments/provider.ts';
import { isRemoteError, type RemoteError } from '../../platform/remote/remote-error.ts';
import type { ChangeSettings } from '../bookings/booking-services.ts';
import { closeFoundCases, openFoundCase } from '../orders/cases/case-store.ts';
import { setAside } from '../orders/cases/set-aside.ts';
import type { Order } from '../orders/order.ts';
import { PaymentBelongsElsewhereError } from '../orders/store/order-rows.ts';
import { applyPayments } from '../payments/apply-payment.ts';
import type { LoggedPaymentServices } from '../payments/payment-services.ts';

export interface ReconcilerSettings extends ChangeSettings {
  /** How long the seats of an order are held. */
  seatHoldMs: number;
}

/** The services of the reconciler. */
export interface ReconcilerServices extends LoggedPaymentServices {
  settings: ReconcilerSettings;
  now: () => Date;
}

export interface Reconciliation {
  ordersChecked: number;
  paymentsChecked: number;
  refundsChecked: number;
  /** Number of orders that changed. */
  ordersChanged: number;
  bookingsResumed: number;
  /** Number of orders whose changes are sent to the upstream again. */
  changesResumed: number;
  /**
   * Number of items of the payment provider that cannot be read, that have no order here, or that belong to
   * another order.
   */
  setAside: number;
  /** Number of parts of the run that failed. The next run retries them. */
  failures: number;
}

/**
 * After this number of failures in a row because of a missing answer, the payment provider counts as down,
 * and the run checks no further items there.
 */
const maxUnanswered = 3;

/** One run of the reconciler: its results so far, and its handling of failures. */
export class ReconciliationRun {
  readonly result: Reconciliation = {
    ordersChecked: 0,
    paymentsChecked: 0,
    refundsChecked: 0,
    ordersChanged: 0,
    bookingsResumed: 0,
    changesResumed: 0,
    setAside: 0,
    failures: 0,
  };
  readonly deps: ReconcilerServices;
  /** True to check everything, whatever its age. */
  readonly all: boolean;
  private unanswered = 0;

  constructor(deps: ReconcilerServices, all: boolean) {
    this.deps = deps;
    this.all = all;
  }

  /** True once the payment provider counts as down. */
  get outOfReach(): boolean {
    return this.unanswered >= maxUnanswered;
  }

  /** Runs one part, and catches its failure, so that one order does not block the others. */
  async attempt(work: () => Promise<void>, orderId?: string): Promise<void> {
    try {
      await work();
      this.unanswered = 0;
    } catch (error) {
      if (error instanceof PaymentBelongsElsewhereError) return this.showConflict(error, orderId ?? null);
      this.result.failures += 1;
      this.deps.log.error({ err: error, orderId }, 'reconciliation: one part failed');
      const answered = !(isRemoteError(error, 'payments') && unansweredCodes.has(error.code));
      this.unanswered = answered ? 0 : this.unanswered + 1;
    }
  }

  /**
   * Records payments in their order.
   *
   * @throws RemoteError if a payment could not be captured, and none pays for the order
   */
  async take(order: Order, payments: readonly ProviderPayment[]): Promise<Order> {
    this.result.paymentsChecked += payments.length;
    const { order: current, failure } = await applyPayments(this.deps, order, payments, 'reconciler');
    this.countChange(order, current);
    if (failure) throw failure;
    return current;
  }

  countChange(before: Order, after: Order): void {
    if (after.version !== before.version) this.result.ordersChanged += 1;
  }

  /** Opens one case for the conflict, instead of a failure in every run. */
  private async showConflict({ paymentId, message }: PaymentBelongsElsewhereError, orderId: string | null) {
    this.result.setAside += 1;
    const found = { kind: 'payment_of_another_order' as const, subject: paymentId, orderId };
    await openFoundCase(this.deps.database, { ...found, reason: message });
  }

  async setAside(unreadable: readonly Unreadable[], orderId: string | null): Promise<void> {
    for (const one of unreadable) {
      this.result.setAside += 1;
      await setAside(this.deps, one, orderId);
    }
  }

  /** Closes the cases of payments and refunds that could not be read earlier, and can be read now. */
  async closeUnreadable(items: readonly { id: string }[]): Promise<void> {
    const ids = items.map(({ id }) => id);
    await closeFoundCases(this.deps.database, 'unreadable_payment', ids);
  }
}

const unansweredCodes = new Set<RemoteError['code']>(['unreachable', 'throttled', 'unauthorized']);
