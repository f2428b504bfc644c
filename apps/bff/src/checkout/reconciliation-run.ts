import type { CheckoutDependencies } from './dependencies.ts';
import type { Order } from './order.ts';
import { isNews, takePayment } from './payments.ts';
import type { RazorpayPayment } from './razorpay-client.ts';
import { RazorpayError } from './razorpay-error.ts';

export interface Reconciliation {
  ordersChecked: number;
  paymentsChecked: number;
  /** Orders that learnt something new. */
  ordersChanged: number;
  bookingsResumed: number;
  /** Parts of the run that failed and are tried again in the next one. */
  failures: number;
}

/** One run of the reconciler: what it found so far, and how it bears what fails. */
export class ReconciliationRun {
  readonly result: Reconciliation = {
    ordersChecked: 0,
    paymentsChecked: 0,
    ordersChanged: 0,
    bookingsResumed: 0,
    failures: 0,
  };
  readonly deps: CheckoutDependencies;
  /** Whatever its age. */
  readonly all: boolean;

  constructor(deps: CheckoutDependencies, all: boolean) {
    this.deps = deps;
    this.all = all;
  }

  /** One order's trouble must not keep the others waiting. @returns false where Razorpay is out of reach */
  async attempt(work: () => Promise<void>, orderId?: string): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.result.failures += 1;
      this.deps.log.error({ err: error, orderId }, 'reconciliation: one part failed');
      return !(error instanceof RazorpayError && error.retry && error.code !== 'server_error');
    }
  }

  async take(order: Order, payments: readonly RazorpayPayment[]): Promise<Order> {
    let current = order;
    for (const payment of payments) {
      this.result.paymentsChecked += 1;
      if (isNews(current, payment))
        current = await takePayment(this.deps, current, payment, { source: 'reconciler' });
    }
    if (current.version !== order.version) this.result.ordersChanged += 1;
    return current;
  }
}
