/** The start of a payment: price the seats, keep the order, and give it to the payment provider. */
import { randomBytes, randomUUID } from 'node:crypto';
import type {
  ChangedPrice,
  CheckoutData,
  CheckoutRequest,
  SeatsShort,
} from '@meridian/contracts/checkout/orders';
import { currency, type Price, priceOf, rupeesOf } from '@meridian/contracts/checkout/pricing';
import type { Kysely } from 'kysely';
import { databaseNow, fromNow, readClock } from '../../database/clock.ts';
import type { Database } from '../../database/database.ts';
import { isDatabaseUnavailable } from '../../database/unavailable.ts';
import { HttpProblem } from '../../http/errors.ts';
import { createOrderOnce } from '../../payments/create-order.ts';
import type { OrderRequest, ProviderOrder } from '../../payments/provider.ts';
import { isRemoteError } from '../../remote/remote-error.ts';
import { ScheduleError } from '../../seats/schedule-pages.ts';
import type { CheckoutDependencies } from '../dependencies.ts';
import { type HoldColumns, keepWithSeats } from '../holds/hold-seats.ts';
import { payerAddress } from '../holds/payer-address.ts';
import { askForPayments, releaseHold } from '../holds/release-holds.ts';
import { findOrder, nameProviderOrder } from '../order/order-queries.ts';
import { receiptPath } from '../receipt/receipt-path.ts';
import type { SoldBatch } from '../tables.ts';
import { type Offer, readOffer } from './offer.ts';

/** The provider takes no order below one rupee. */
const leastPaise = 100;
/** Time for a payment to come in by itself before the reconciler asks for it. */
const firstCheckMs = 15 * 60_000;

const retryAfterSeconds = 10;
const unavailable = 'The payment could not be started. Nothing was charged. Please try again in a moment.';

async function offerOf(
  deps: CheckoutDependencies,
  request: CheckoutRequest,
  requestId: string | undefined,
): Promise<Offer & { kind: 'offered' }> {
  let offer: Offer;
  try {
    const wanted = { courseId: request.course_id, batchId: request.course_schedule_id };
    offer = await readOffer(deps.upstream, wanted, deps.now());
  } catch (error) {
    if (!(isRemoteError(error, 'upstream') || error instanceof ScheduleError)) throw error;
    throw new HttpProblem(502, unavailable, { cause: error });
  }
  if (offer.kind === 'refused') {
    const fields = Object.keys(offer.errors);
    deps.log.warn({ reqId: requestId, fields, reason: offer.message }, 'checkout refused');
    throw new HttpProblem(400, offer.message, { errors: offer.errors });
  }
  return offer;
}

async function keepOrder(
  database: Kysely<Database>,
  request: CheckoutRequest,
  batch: SoldBatch,
  price: Price,
  requestId: string | undefined,
  hold: HoldColumns,
): Promise<{ id: string; receiptToken: string; heldUntil: Date | null }> {
  // Version 4: the id is seen at the provider and should not tell when the order was made.
  const order = { id: randomUUID(), receiptToken: randomBytes(20).toString('hex') };
  const kept = await database
    .insertInto('orders')
    .values({
      id: order.id,
      razorpay_order_id: null,
      request_id: requestId ?? null,
      state: 'created',
      booking: 'none',
      batch: JSON.stringify(batch),
      seats: price.seats,
      unit_paise: price.unitPaise,
      sub_total_paise: price.subTotalPaise,
      gst_paise: price.gstPaise,
      total_paise: price.totalPaise,
      first_name: request.first_name,
      last_name: request.last_name,
      email: request.email,
      phone_number: request.phone_number,
      attribution: request.attribution ? JSON.stringify(request.attribution) : null,
      receipt_token: order.receiptToken,
      payment_id: null,
      review_reason: null,
      next_check_at: fromNow(firstCheckMs),
      created_at: databaseNow,
      updated_at: databaseNow,
      ...hold,
    })
    .returning('held_until')
    .executeTakeFirst();
  return { ...order, heldUntil: kept?.held_until ?? null };
}

export type Opened =
  | { kind: 'opened'; data: CheckoutData }
  /** The page showed another total: no order was made. */
  | { kind: 'price_changed'; price: ChangedPrice }
  /** The seats could not be held: no order was made. */
  | { kind: 'seats_short'; message: string; data: SeatsShort };

/** Who asks. */
export interface Asker {
  /** As in the log; what happens to the order later is logged with it too. */
  requestId?: string;
  /** Network address; the seats that it holds unpaid are counted. */
  address?: string;
}

function inRupees(price: Price): ChangedPrice {
  return {
    amount: price.totalPaise,
    currency,
    fee: rupeesOf(price.unitPaise),
    sub_total: rupeesOf(price.subTotalPaise),
    gst_total: rupeesOf(price.gstPaise),
    total_fee: rupeesOf(price.totalPaise),
  };
}

function heldFor({ options }: Pick<CheckoutDependencies, 'options'>, heldUntil: Date) {
  return { held_until: heldUntil.toISOString(), held_seconds: Math.floor(options.seatHoldMs / 1000) };
}

/** The order that this one takes the place of may have been paid meanwhile: its seats are its own then. */
async function askForReplaced(deps: CheckoutDependencies, token: string | undefined): Promise<void> {
  if (token === undefined) return;
  const replaced = await findOrder(deps.database, 'receipt_token', token);
  if (replaced?.seatHold === 'held') await askForPayments(deps, replaced, 'browser');
}

/** Nobody can pay an order that the provider does not have: its seats come free at once. */
async function orderAtProvider(
  deps: CheckoutDependencies,
  orderId: string,
  wanted: OrderRequest,
): Promise<ProviderOrder> {
  try {
    return await createOrderOnce(deps, wanted);
  } catch (error) {
    await releaseHold(deps.database, orderId).catch((fault: unknown) =>
      deps.log.warn({ err: fault, orderId }, 'the hold of an order that was not made lasts until its end'),
    );
    throw error;
  }
}

async function open(
  deps: CheckoutDependencies,
  request: CheckoutRequest,
  { requestId, address }: Asker,
): Promise<Opened> {
  await askForReplaced(deps, request.replaces);
  const readAt = await readClock(deps.database);
  const offer = await offerOf(deps, request, requestId);
  const price = priceOf(offer.unitPaise, request.number_of_course);
  if (price.totalPaise < leastPaise) {
    const message = 'This amount is too small to be paid online. Please contact us.';
    throw new HttpProblem(400, message, { errors: { course_schedule_id: [message] } });
  }
  if (request.expected_total !== undefined && request.expected_total !== price.totalPaise)
    return { kind: 'price_changed', price: inRupees(price) };
  const wanted = {
    read: { batchId: request.course_schedule_id, seats: offer.seats, readAt },
    seats: price.seats,
    holder: { email: request.email, address: address === undefined ? null : payerAddress(address) },
    replaces: request.replaces,
  };
  const holding = await keepWithSeats(deps, wanted, (database, hold) =>
    keepOrder(database, request, offer.batch, price, requestId, hold),
  );
  if (holding.kind === 'refused') {
    const { message, seatsLeft } = holding;
    deps.log.info({ reqId: requestId, reason: message }, 'no seats could be held');
    return { kind: 'seats_short', message, data: seatsLeft === undefined ? {} : { seats_left: seatsLeft } };
  }
  const order = holding.kept;
  const made = await orderAtProvider(deps, order.id, {
    amountPaise: price.totalPaise,
    receipt: order.id,
    notes: {
      course_id: String(offer.batch.course_id),
      course_schedule_id: String(offer.batch.course_schedule_id),
      seats: String(price.seats),
    },
  });
  await nameProviderOrder(deps.database, order.id, made.id);
  deps.log.info({ reqId: requestId, orderId: order.id, providerOrderId: made.id }, 'order opened');
  return {
    kind: 'opened',
    data: {
      order_id: made.id,
      key_id: deps.provider.browser.publicKey,
      ...inRupees(price),
      receipt_path: receiptPath(order.receiptToken),
      ...(order.heldUntil && heldFor(deps, order.heldUntil)),
    },
  };
}

/**
 * `POST /api/checkout`: prices the seats from the upstream's schedule, commits the order, creates it at the provider.
 *
 * Where the upstream counts the seats, they are held for the payer from then on.
 *
 * @returns what the payment dialog needs, amounts in rupees but `amount` in paise, and the address of the receipt
 * @throws HttpProblem 400 where the batch is not sold, 502 where the upstream or the provider gives no answer, 503 while
 *   the database is away
 */
export async function openOrder(
  deps: CheckoutDependencies,
  request: CheckoutRequest,
  asker: Asker = {},
): Promise<Opened> {
  try {
    return await open(deps, request, asker);
  } catch (error) {
    if (isRemoteError(error, 'payments')) throw new HttpProblem(502, unavailable, { cause: error });
    if (isDatabaseUnavailable(error))
      throw new HttpProblem(503, unavailable, { retryAfterSeconds, cause: error });
    throw error;
  }
}
