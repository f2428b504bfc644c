/** The checkout: selling seats so that each captured payment ends as one booking or one case for the operator. */
import type { Attendee } from '@meridian/contracts/checkout/attendees';
import type { BookingData, BookingRequest, CheckoutRequest } from '@meridian/contracts/checkout/orders';
import type { PriceData, PriceRequest } from '@meridian/contracts/checkout/price';
import type { ReceiptData } from '@meridian/contracts/checkout/receipt';
import type { Envelope } from '@meridian/contracts/envelope';
import { numberOfPath } from '../invoices/document-number.ts';
import { papersOfOrder, readPaper } from '../invoices/files.ts';
import type { Jobs, WorkResult } from '../jobs/jobs.ts';
import type { WebhookCall } from '../payments/provider.ts';
import { type NamedAttendees, nameAttendees } from './attendees/name-attendees.ts';
import { advanceOrder } from './booking/advance-order.ts';
import { sendChanges } from './changes/send-changes.ts';
import { type ConfirmedClaims, confirmClaims } from './claims/confirm-claims.ts';
import { confirmPayment } from './claims/confirm-payment.ts';
import type { CheckoutDependencies } from './dependencies.ts';
import { type ReleasedHolds, releaseOverdueHolds } from './holds/release-holds.ts';
import type { Asker } from './opening/keep-order.ts';
import { type Opened, openOrder } from './opening/open-order.ts';
import { showPrice } from './opening/show-price.ts';
import { findOrder } from './order/order-queries.ts';
import { calendarFile } from './receipt/calendar.ts';
import { freshOrder } from './receipt/fresh-order.ts';
import { receiptOf } from './receipt/receipt.ts';
import { receiptPath } from './receipt/receipt-path.ts';
import { reconcile } from './reconcile/reconcile.ts';
import type { Reconciliation } from './reconcile/reconciliation-run.ts';
import { receiveWebhook, type WebhookOutcome } from './reports/webhook.ts';
import { eraseOldOrders } from './retention/retention.ts';

export interface Checkout {
  /** @throws HttpProblem 400, 502 */
  price(request: PriceRequest, requestId?: string): Promise<PriceData>;
  /** @throws HttpProblem 400, 502, 503 */
  open(request: CheckoutRequest, asker?: Asker): Promise<Opened>;
  /** @throws HttpProblem 400, 502, 503 */
  confirm(request: BookingRequest): Promise<Envelope<BookingData>>;
  /** Where the provider tells of payments, and in which header it signs. */
  readonly webhook: { path: string; signatureHeader: string };
  /** @throws HttpProblem 400 for a signature that does not match */
  receiveWebhook(call: WebhookCall): Promise<WebhookOutcome>;
  /** @returns undefined for a token that belongs to no order */
  receipt(token: string): Promise<ReceiptData | undefined>;
  /** The same after a look at the provider, where the order is not paid yet. @throws HttpProblem 502 without an answer */
  freshReceipt(token: string): Promise<ReceiptData | undefined>;
  /** Fills empty places of an order. @returns undefined for a token that belongs to no order */
  nameAttendees(token: string, people: readonly Attendee[]): Promise<NamedAttendees | undefined>;
  /** @returns the batch as the text of an .ics file; undefined for a token that belongs to no order */
  calendar(token: string): Promise<string | undefined>;
  /** @returns a document of the order as a PDF file; undefined where the token or the number is none */
  document(token: string, path: string): Promise<Buffer | undefined>;
  /** Brings orders as far as they go; `retry` for those to be tried again. */
  advance(orderIds: readonly string[]): Promise<Map<string, WorkResult>>;
  /** Tells the upstream what changed of bookings; `retry` for orders to be tried again. */
  tellChanges(orderIds: readonly string[]): Promise<Map<string, WorkResult>>;
  reconcile(): Promise<Reconciliation>;
  /** Looks again at payments whose payers were told that we are confirming them. */
  confirmClaims(): Promise<ConfirmedClaims>;
  /** Ends the holds of unpaid orders whose time is over. */
  releaseHolds(): Promise<ReleasedHolds>;
  /** Erases who bought what, of orders that are over for long. @returns how many orders */
  eraseOld(): Promise<number>;
  /** Waits for bookings that outlived their requests; part of an orderly stop, before the database closes. */
  idle(): Promise<void>;
}

async function eachOrder(
  deps: CheckoutDependencies,
  orderIds: readonly string[],
  work: (deps: CheckoutDependencies, orderId: string) => Promise<WorkResult>,
): Promise<Map<string, WorkResult>> {
  const results = await Promise.all(
    orderIds.map(async (orderId): Promise<[string, WorkResult]> => {
      try {
        return [orderId, await work(deps, orderId)];
      } catch (error) {
        deps.log.error({ err: error, orderId }, 'order could not be taken further');
        return [orderId, 'retry'];
      }
    }),
  );
  return new Map(results);
}

/**
 * @param given.publicUrl origin of the site, for the link in calendar files
 * @param given.now the clock; a test may hold its own
 */
export function createCheckout(
  given: Omit<CheckoutDependencies, 'now' | 'track'> & { publicUrl: string; now?: () => Date },
): Checkout {
  const underWay = new Set<Promise<unknown>>();
  const deps: CheckoutDependencies & { publicUrl: string } = {
    now: () => new Date(),
    ...given,
    track(work) {
      underWay.add(work);
      work.finally(() => underWay.delete(work));
    },
  };
  return {
    price: (request, requestId) => showPrice(deps, request, requestId),
    open: (request, asker) => openOrder(deps, request, asker),
    confirm: (request) => confirmPayment(deps, request),
    webhook: {
      path: `/api/webhooks/${deps.provider.name}`,
      signatureHeader: deps.provider.signatureHeader,
    },
    receiveWebhook: (call) => receiveWebhook(deps, call),
    async receipt(token) {
      const order = await findOrder(deps.database, 'receipt_token', token);
      return order && receiptOf(order, deps.now(), await papersOfOrder(deps.database, order.id));
    },
    async freshReceipt(token) {
      const order = await findOrder(deps.database, 'receipt_token', token);
      if (!order) return undefined;
      return receiptOf(
        await freshOrder(deps, order),
        deps.now(),
        await papersOfOrder(deps.database, order.id),
      );
    },
    async document(token, path) {
      const order = await findOrder(deps.database, 'receipt_token', token);
      return order && readPaper(deps.database, order.id, numberOfPath(path));
    },
    nameAttendees: (token, people) => nameAttendees(deps, token, people),
    async calendar(token) {
      const order = await findOrder(deps.database, 'receipt_token', token);
      if (!order) return undefined;
      const uid = `${order.id}@${new URL(deps.publicUrl).hostname}`;
      const url = new URL(receiptPath(token), deps.publicUrl).href;
      return calendarFile(order.batch, { uid, stamp: order.bookedAt ?? order.createdAt, url });
    },
    advance: (orderIds) => eachOrder(deps, orderIds, advanceOrder),
    tellChanges: (orderIds) => eachOrder(deps, orderIds, sendChanges),
    reconcile: () => reconcile(deps),
    confirmClaims: () => confirmClaims(deps),
    releaseHolds: () => releaseOverdueHolds(deps),
    eraseOld: () => eraseOldOrders(deps),
    async idle() {
      await Promise.all(underWay);
    },
  };
}

const reconcileSeconds = 5 * 60;
const claimsSeconds = 60;
const holdsSeconds = 15;

/** Starts booking, reconciliation and retention; to be called where this process works on jobs. */
export async function startCheckoutWorkers(deps: {
  jobs: Pick<Jobs, 'work' | 'every'>;
  checkout: Checkout;
  log: CheckoutDependencies['log'];
}): Promise<void> {
  await deps.jobs.work('book-order', { batchSize: 5, concurrency: 2 }, (ids) => deps.checkout.advance(ids));
  await deps.jobs.work('change-booking', { batchSize: 5, concurrency: 1 }, (ids) =>
    deps.checkout.tellChanges(ids),
  );
  await deps.jobs.every('reconcile-payments', reconcileSeconds, async () => {
    const result = await deps.checkout.reconcile();
    deps.log.info(result, 'payments reconciled');
  });
  // Its schedule keeps the name under which its runs are recorded.
  await deps.jobs.every('settle-payment-claims', claimsSeconds, async () => {
    const result = await deps.checkout.confirmClaims();
    if (result.claimsChecked > 0) deps.log.info(result, 'signed payments looked at again');
  });
  await deps.jobs.every('release-seats', holdsSeconds, async () => {
    const result = await deps.checkout.releaseHolds();
    if (result.holdsChecked > 0) deps.log.info(result, 'holds of unpaid seats ended');
  });
  await deps.jobs.every('erase-orders', '40 3 * * *', async () => {
    deps.log.info(
      { ordersChanged: await deps.checkout.eraseOld() },
      'retention: contact details of orders erased',
    );
  });
}
