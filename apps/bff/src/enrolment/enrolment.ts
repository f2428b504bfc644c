/** The checkout: sells seats so that each captured payment ends as one booking or as one case for the operator. */
import type { Attendee } from '@meridian/contracts/checkout/attendees';
import type { CorrectionRequest } from '@meridian/contracts/checkout/billing';
import type { BookingData, BookingRequest, CheckoutRequest } from '@meridian/contracts/checkout/orders';
import type { PriceData, PriceRequest } from '@meridian/contracts/checkout/price';
import type { ReceiptData } from '@meridian/contracts/checkout/receipt';
import type { UnfinishedData } from '@meridian/contracts/checkout/unfinished';
import type { Envelope } from '@meridian/contracts/envelope';
import type { WebhookCall } from '../partners/payments/provider.ts';
import type { Jobs, WorkResult } from '../platform/jobs/jobs.ts';
import { advanceOrder } from './bookings/advance-order.ts';
import { type NamedAttendees, nameAttendees } from './bookings/name-attendees.ts';
import { sendChanges } from './bookings/send-changes.ts';
import { confirmPayment } from './checkout/confirm-payment.ts';
import { type Opened, openOrder } from './checkout/open-order.ts';
import { readUnfinished, resumeCheckout } from './checkout/resume.ts';
import { showPrice } from './checkout/show-price.ts';
import type { Requester } from './checkout/store-order.ts';
import { numberOfPath } from './documents/document-number.ts';
import { documentsWithPdf, readPdf } from './documents/files.ts';
import type { CheckoutDependencies } from './orders/dependencies.ts';
import { eraseOldOrders } from './orders/erasure/retention.ts';
import type { Order } from './orders/order.ts';
import { receiptPath } from './orders/receipt-path.ts';
import { findOrder } from './orders/store/order-queries.ts';
import { receiveWebhook, type WebhookOutcome } from './payments/webhook.ts';
import { type Asked, askCorrection, correctionOfReceipt } from './receipts/ask-correction.ts';
import { receiptOf } from './receipts/receipt.ts';
import { type ConfirmedClaims, confirmClaims } from './reconciler/confirm-claims.ts';
import { freshOrder } from './reconciler/fresh-order.ts';
import { reconcile } from './reconciler/reconcile.ts';
import type { Reconciliation } from './reconciler/reconciliation-run.ts';
import { type ReleasedHolds, releaseOverdueHolds } from './reconciler/release-holds.ts';

export interface Checkout {
  /** @throws Refusal `invalid`, `partner_unavailable` */
  price(request: PriceRequest, requestId?: string): Promise<PriceData>;
  /** @throws Refusal `invalid`, `partner_unavailable`, `unavailable` */
  open(request: CheckoutRequest, requester?: Requester): Promise<Opened>;
  /** @returns undefined for a link that leads to no unfinished order */
  unfinished(token: string): Promise<UnfinishedData | undefined>;
  /** Opens an unfinished order again. @throws Refusal `invalid`, `conflict`, `partner_unavailable`, `unavailable` */
  resume(token: string, requester: Requester): Promise<Opened | undefined>;
  /** @throws Refusal `invalid`, `partner_unavailable`, `unavailable` */
  confirm(request: BookingRequest): Promise<Envelope<BookingData>>;
  /** Path of the provider's webhook, and the header with its signature. */
  readonly webhook: { path: string; signatureHeader: string };
  /** @throws Refusal `invalid` for a signature that does not match */
  receiveWebhook(call: WebhookCall): Promise<WebhookOutcome>;
  /** @returns undefined if no order has this token */
  receipt(token: string): Promise<ReceiptData | undefined>;
  /** The receipt, after asking the provider if the order is unpaid. @throws Refusal `partner_unavailable` without an answer */
  freshReceipt(token: string): Promise<ReceiptData | undefined>;
  /** Fills empty places of an order. @returns undefined if no order has this token */
  nameAttendees(token: string, people: readonly Attendee[]): Promise<NamedAttendees | undefined>;
  /** Asks an operator for another address on the invoice. @returns undefined if no order has this token */
  askCorrection(token: string, billing: CorrectionRequest): Promise<Asked | undefined>;
  /** @returns the batch as the text of an .ics file; undefined if no order has this token, or no day can be read */
  calendar(token: string): Promise<string | undefined>;
  /** @returns a document of the order as a PDF; undefined if there is none with this token and number */
  document(token: string, path: string): Promise<Buffer | undefined>;
  /** Advances orders; `retry` for those to be tried again. */
  advance(orderIds: readonly string[]): Promise<Map<string, WorkResult>>;
  /** Sends changes of bookings to the upstream; `retry` for orders to be tried again. */
  sendBookingChanges(orderIds: readonly string[]): Promise<Map<string, WorkResult>>;
  reconcile(): Promise<Reconciliation>;
  /** Checks unconfirmed claims that are due. */
  confirmClaims(): Promise<ConfirmedClaims>;
  /** Ends expired holds of unpaid orders. */
  releaseHolds(): Promise<ReleasedHolds>;
  /** Erases the buyers of orders past their retention. @returns how many orders */
  eraseOld(): Promise<number>;
  /** Waits for bookings that outlived their requests; for a graceful shutdown, before the database closes. */
  idle(): Promise<void>;
}

async function readReceipt(deps: CheckoutDependencies, order: Order): Promise<ReceiptData> {
  const documents = await documentsWithPdf(deps.database, order.id);
  return receiptOf(order, deps.now(), documents, await correctionOfReceipt(deps, order, documents));
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
 * @param given.now the clock; replaceable in tests
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
    open: (request, requester) => openOrder(deps, request, requester),
    unfinished: (token) => readUnfinished(deps, token),
    resume: (token, requester) => resumeCheckout(deps, token, requester),
    confirm: (request) => confirmPayment(deps, request),
    webhook: {
      path: `/api/webhooks/${deps.provider.name}`,
      signatureHeader: deps.provider.signatureHeader,
    },
    receiveWebhook: (call) => receiveWebhook(deps, call),
    async receipt(token) {
      const order = await findOrder(deps.database, 'receipt_token', token);
      return order && readReceipt(deps, order);
    },
    async freshReceipt(token) {
      const order = await findOrder(deps.database, 'receipt_token', token);
      if (!order) return undefined;
      return readReceipt(deps, await freshOrder(deps, order));
    },
    async document(token, path) {
      const order = await findOrder(deps.database, 'receipt_token', token);
      return order && readPdf(deps.database, order.id, numberOfPath(path));
    },
    nameAttendees: (token, people) => nameAttendees(deps, token, people),
    askCorrection: (token, billing) => askCorrection(deps, token, billing),
    async calendar(token) {
      const order = await findOrder(deps.database, 'receipt_token', token);
      if (!order) return undefined;
      // Its libraries load with the first file: most replicas make none for hours.
      const { calendarFile, eventUid } = await import('../mail/calendar/calendar-file.ts');
      return calendarFile({
        batch: order.batch,
        // The payer's event, as in their mails.
        uid: eventUid(order.id, order.contact.email, deps.publicUrl),
        sequence: order.version,
        stamp: order.bookedAt ?? order.createdAt,
        // Not for everybody who has the link.
        joining: null,
        url: new URL(receiptPath(token), deps.publicUrl).href,
      });
    },
    advance: (orderIds) => eachOrder(deps, orderIds, advanceOrder),
    sendBookingChanges: (orderIds) => eachOrder(deps, orderIds, sendChanges),
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

/** Starts booking, reconciliation and retention; call in a process that runs jobs. */
export async function startCheckoutWorkers(deps: {
  jobs: Pick<Jobs, 'work' | 'every'>;
  checkout: Checkout;
  log: CheckoutDependencies['log'];
}): Promise<void> {
  await deps.jobs.work('book-order', { batchSize: 5, concurrency: 2 }, (ids) => deps.checkout.advance(ids));
  await deps.jobs.work('change-booking', { batchSize: 5, concurrency: 1 }, (ids) =>
    deps.checkout.sendBookingChanges(ids),
  );
  await deps.jobs.every('reconcile-payments', reconcileSeconds, async () => {
    const result = await deps.checkout.reconcile();
    deps.log.info(result, 'payments reconciled');
  });
  // The name is stored in the schedule, so it stays.
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
