/** The checkout: selling seats so that each captured payment ends as one booking or one case for the operator. */
import type { BookingData, BookingRequest, CheckoutRequest } from '@meridian/contracts/checkout/orders';
import type { ReceiptData } from '@meridian/contracts/checkout/receipt';
import type { Envelope } from '@meridian/contracts/envelope';
import type { Jobs, WorkResult } from '../jobs/jobs.ts';
import { settleOrder } from './booking/book-order.ts';
import { settleClaims } from './claims/claim-store.ts';
import { confirmPayment } from './claims/confirm-payment.ts';
import type { CheckoutDependencies } from './dependencies.ts';
import { type Opened, openOrder } from './opening/open-order.ts';
import { findOrder } from './order/order-queries.ts';
import { calendarFile } from './receipt/calendar.ts';
import { freshOrder } from './receipt/fresh-order.ts';
import { receiptOf } from './receipt/receipt.ts';
import { receiptPath } from './receipt/receipt-path.ts';
import { reconcile } from './reconcile/reconcile.ts';
import type { Reconciliation } from './reconcile/reconciliation-run.ts';
import { receiveWebhook, type WebhookCall } from './reports/webhook.ts';
import { eraseOldOrders } from './retention/retention.ts';

export interface Checkout {
  /** @throws HttpProblem 400, 502, 503 */
  open(request: CheckoutRequest, requestId?: string): Promise<Opened>;
  /** @throws HttpProblem 400, 502, 503 */
  confirm(request: BookingRequest): Promise<Envelope<BookingData>>;
  /** @throws HttpProblem 400 for a signature that does not match */
  receiveWebhook(call: WebhookCall): Promise<'taken' | 'repeated' | 'ignored'>;
  /** @returns undefined for a token that belongs to no order */
  receipt(token: string): Promise<ReceiptData | undefined>;
  /** The same after a look at Razorpay, where the order is not paid yet. @throws HttpProblem 502 without an answer */
  freshReceipt(token: string): Promise<ReceiptData | undefined>;
  /** @returns the batch as the text of an .ics file; undefined for a token that belongs to no order */
  calendar(token: string): Promise<string | undefined>;
  /** Brings orders as far as they go; `retry` for those to be tried again. */
  settle(orderIds: readonly string[]): Promise<Map<string, WorkResult>>;
  reconcile(): Promise<Reconciliation>;
  /** Looks again at payments whose payers were told that we are confirming them. */
  settleClaims(): Promise<{ claimsChecked: number; claimsSettled: number }>;
  /** Erases who bought what, of orders that are over for long. @returns how many orders */
  eraseOld(): Promise<number>;
  /** Waits for bookings that outlived their requests; part of an orderly stop, before the database closes. */
  idle(): Promise<void>;
}

/**
 * @param parts.publicUrl origin of the site, for the link in calendar files
 * @param parts.now the clock; a test may hold its own
 */
export function createCheckout(
  parts: Omit<CheckoutDependencies, 'now' | 'track'> & { publicUrl: string; now?: () => Date },
): Checkout {
  const underWay = new Set<Promise<unknown>>();
  const deps: CheckoutDependencies & { publicUrl: string } = {
    now: () => new Date(),
    ...parts,
    track(work) {
      underWay.add(work);
      work.finally(() => underWay.delete(work));
    },
  };
  return {
    open: (request, requestId) => openOrder(deps, request, requestId),
    confirm: (request) => confirmPayment(deps, request),
    receiveWebhook: (call) => receiveWebhook(deps, call),
    async receipt(token) {
      const order = await findOrder(deps.database, 'receipt_token', token);
      return order && receiptOf(order);
    },
    async freshReceipt(token) {
      const order = await findOrder(deps.database, 'receipt_token', token);
      return order && receiptOf(await freshOrder(deps, order));
    },
    async calendar(token) {
      const order = await findOrder(deps.database, 'receipt_token', token);
      if (!order) return undefined;
      const uid = `${order.id}@${new URL(deps.publicUrl).hostname}`;
      const url = new URL(receiptPath(token), deps.publicUrl).href;
      return calendarFile(order.batch, { uid, made: deps.now(), url });
    },
    async settle(orderIds) {
      const settled = await Promise.all(
        orderIds.map(async (orderId): Promise<[string, WorkResult]> => {
          try {
            return [orderId, await settleOrder(deps, orderId)];
          } catch (error) {
            deps.log.error({ err: error, orderId }, 'order could not be settled');
            return [orderId, 'retry'];
          }
        }),
      );
      return new Map(settled);
    },
    reconcile: () => reconcile(deps),
    settleClaims: () => settleClaims(deps),
    eraseOld: () => eraseOldOrders(deps),
    async idle() {
      await Promise.all(underWay);
    },
  };
}

const reconcileSeconds = 5 * 60;
const claimsSeconds = 60;

/** Starts booking, reconciliation and retention; to be called where this process works on jobs. */
export async function startCheckoutWorkers(deps: {
  jobs: Pick<Jobs, 'work' | 'every'>;
  checkout: Checkout;
  log: CheckoutDependencies['log'];
}): Promise<void> {
  await deps.jobs.work('book-order', { batchSize: 5, concurrency: 2 }, (ids) => deps.checkout.settle(ids));
  await deps.jobs.every('reconcile-payments', reconcileSeconds, async () => {
    const result = await deps.checkout.reconcile();
    deps.log.info(result, 'payments reconciled');
  });
  await deps.jobs.every('settle-payment-claims', claimsSeconds, async () => {
    const result = await deps.checkout.settleClaims();
    if (result.claimsChecked > 0) deps.log.info(result, 'signed payments looked at again');
  });
  await deps.jobs.every('erase-orders', '40 3 * * *', async () => {
    deps.log.info(
      { ordersChanged: await deps.checkout.eraseOld() },
      'retention: contact details of orders erased',
    );
  });
}
