/** Starts a payment: prices the seats, stores the order, and creates it at the payment provider. */

import { setTimeout as sleep } from 'node:timers/promises';
import type {
  ChangedPrice,
  CheckoutData,
  CheckoutRequest,
  SeatsShort,
} from '@meridian/contracts/enrolment/orders';
import { minChargePaise } from '@meridian/contracts/enrolment/pricing';
import { createOrderOnce } from '../../partners/payments/create-order.ts';
import type { ProviderOrder } from '../../partners/payments/provider.ts';
import { isDatabaseUnavailable } from '../../platform/database/connection/unavailable.ts';
import { invalidField, Refusal } from '../../platform/refusal.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import { refuseMoreThanSeats } from '../bookings/check-attendees.ts';
import { receiptPath } from '../orders/receipt-path.ts';
import { releaseUnpaid } from '../orders/release-unpaid.ts';
import { findOrder, nameProviderOrder } from '../orders/store/order-queries.ts';
import { askForPayments } from '../payments/ask-for-payments.ts';
import type { LoggedPaymentServices } from '../payments/payment-services.ts';
import { buyerOf, refuseToCharge, refuseUninvoiceable, refuseWithoutAddress } from '../pricing/order-tax.ts';
import { priceInRupees } from '../pricing/price-in-rupees.ts';
import {
  couponProblem,
  type PricedOffer,
  type PricingServices,
  readPricedOffer,
} from '../pricing/priced-offer.ts';
import { requireOpenSales } from '../seats/sales.ts';
import type { CheckoutSettings } from './settings.ts';
import { type Requester, type StoredOrder, storeOrder } from './store-order.ts';

/** The services that open an order. */
export type OpeningServices = PricingServices & LoggedPaymentServices & { settings: CheckoutSettings };

const retryAfterSeconds = 10;
/**
 * Delays before the seats are counted again. A booking in progress may count twice until the upstream's
 * answer is stored.
 */
const recountAfterMs = [200, 400, 800];
const unavailable = 'The payment could not be started. Nothing was charged. Please try again in a moment.';

/** If the order has a coupon, the message names the coupon as the reason. */
function refuseTooLittle({ price, coupon }: PricedOffer): void {
  if (price.totalPaise >= minChargePaise) return;
  if (coupon)
    throw couponProblem('With this coupon the amount is too small to be paid online. Please contact us.');
  const message = 'This amount is too small to be paid online. Please contact us.';
  throw invalidField('amount_too_small', 'course_schedule_id', message);
}

/**
 * Creates the order at the payment provider. On failure, releases the order's seats and coupon immediately,
 * because nobody can pay the order.
 */
async function createAtProvider(
  deps: OpeningServices,
  order: StoredOrder,
  { batch, price, coupon }: PricedOffer,
): Promise<ProviderOrder> {
  try {
    return await createOrderOnce(deps, {
      amountPaise: price.totalPaise,
      receipt: order.id,
      notes: {
        course_id: String(batch.course_id),
        course_schedule_id: String(batch.course_schedule_id),
        seats: String(price.seats),
        ...(coupon && { coupon: coupon.code }),
      },
    });
  } catch (error) {
    await releaseUnpaid(deps.database, order.id).catch((fault: unknown) =>
      deps.log.warn(
        { err: fault, orderId: order.id },
        'the seats of a failed order could not be released and stay held until the hold ends',
      ),
    );
    throw error;
  }
}

export type Opened =
  | { kind: 'opened'; data: CheckoutData }
  /** The page showed a different total: no order was made. */
  | { kind: 'price_changed'; price: ChangedPrice }
  /** The seats could not be held: no order was made. */
  | { kind: 'seats_short'; message: string; data: SeatsShort; isUncertain: boolean };

function heldFor({ seatHoldMs }: CheckoutSettings, heldUntil: Date) {
  return { held_until: heldUntil.toISOString(), held_seconds: Math.floor(seatHoldMs / 1000) };
}

/** The replaced order may have been paid meanwhile. It then keeps its seats and coupon. */
async function askForReplaced(deps: LoggedPaymentServices, token: string | undefined): Promise<void> {
  if (token === undefined) return;
  const replaced = await findOrder(deps.database, 'receipt_token', token);
  if (!replaced || (replaced.seatHold !== 'held' && replaced.couponCode === null)) return;
  const { failure } = await askForPayments(deps, replaced, 'browser');
  if (failure) throw failure;
}

async function open(deps: OpeningServices, request: CheckoutRequest, requester: Requester): Promise<Opened> {
  const { coupon: code, email, replaces } = request;
  const { requestId } = requester;
  refuseMoreThanSeats(request);
  const buyer = buyerOf(request);
  refuseUninvoiceable(buyer, deps.settings.supplierGstin);
  await askForReplaced(deps, replaces);
  const requested =
    code === undefined ? undefined : { code, email, replaces, address: requester.openedFrom ?? null };
  const priced = await readPricedOffer(deps, request, requested, { requestId, unavailable });
  const { price } = priced;
  refuseTooLittle(priced);
  refuseToCharge(deps.settings, priced.batch, buyer);
  // The total is checked before the address, because the page asks for the address once it has the new total.
  if (request.expected_total !== undefined && request.expected_total !== price.totalPaise)
    return { kind: 'price_changed', price: priceInRupees(price) };
  if (deps.settings.issuesInvoices) refuseWithoutAddress(request.billing, price.totalPaise);
  const order = await storeOrder(deps, request, priced, requester);
  if (order.kind === 'refused') {
    const { message, seatsLeft, isUncertain = false } = order;
    deps.log.info({ reqId: requestId, reason: message }, 'no seats could be held');
    const data = seatsLeft === undefined ? {} : { seats_left: seatsLeft };
    return { kind: 'seats_short', message, data, isUncertain };
  }
  const made = await createAtProvider(deps, order, priced);
  await nameProviderOrder(deps.database, order.id, made.id);
  deps.log.info({ reqId: requestId, orderId: order.id, providerOrderId: made.id }, 'order opened');
  return {
    kind: 'opened',
    data: {
      order_id: made.id,
      key_id: deps.provider.browser.publicKey,
      ...priceInRupees(price),
      receipt_path: receiptPath(order.receiptToken),
      ...(order.heldUntil && heldFor(deps.settings, order.heldUntil)),
    },
  };
}

/**
 * `POST /api/checkout`: prices the seats from the upstream's schedule, commits the order, then creates it at
 * the payment provider. If the upstream counts the seats, they are held for the payer from the commit on.
 *
 * @returns the data for the payment dialog, with the path of the receipt and amounts in rupees except
 * `amount` in paise; or why no order was made
 * @throws Refusal `conflict` while sales are closed, `invalid` if, for example, the batch is not sold or the
 * coupon does not apply, `partner_unavailable` if the upstream or the payment provider does not answer,
 * `unavailable` while the database is down
 */
export async function openOrder(
  deps: OpeningServices,
  request: CheckoutRequest,
  requester: Requester = {},
): Promise<Opened> {
  try {
    // An exchange of a booking is not a sale.
    if (!requester.exchanges) await requireOpenSales(deps.database);
    let opened = await open(deps, request, requester);
    for (const waitMs of recountAfterMs) {
      if (!(opened.kind === 'seats_short' && opened.isUncertain)) break;
      await sleep(waitMs);
      opened = await open(deps, request, requester);
    }
    return opened;
  } catch (error) {
    if (isRemoteError(error, 'payments'))
      throw new Refusal('partner_unavailable', 'provider_silent', unavailable, { cause: error });
    if (isDatabaseUnavailable(error))
      throw new Refusal('unavailable', 'database_unavailable', unavailable, {
        retryAfterSeconds,
        cause: error,
      });
    throw error;
  }
}
