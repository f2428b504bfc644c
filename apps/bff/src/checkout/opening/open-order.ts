/** The start of a payment: price the seats, keep the order, and give it to the payment provider. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { ChangedPrice, CheckoutData, CheckoutRequest } from '@meridian/contracts/checkout/orders';
import { currency, type Price, priceOf, rupeesOf } from '@meridian/contracts/checkout/pricing';
import { databaseNow, fromNow } from '../../database/clock.ts';
import { isDatabaseUnavailable } from '../../database/unavailable.ts';
import { HttpProblem } from '../../http/errors.ts';
import { createOrderOnce } from '../../payments/create-order.ts';
import { isRemoteError } from '../../remote/remote-error.ts';
import type { CheckoutDependencies } from '../dependencies.ts';
import { nameProviderOrder } from '../order/order-queries.ts';
import { receiptPath } from '../receipt/receipt-path.ts';
import type { SoldBatch } from '../tables.ts';
import { type Offer, readOffer, ScheduleError } from './offer.ts';

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
  deps: CheckoutDependencies,
  request: CheckoutRequest,
  batch: SoldBatch,
  price: Price,
  requestId: string | undefined,
): Promise<{ id: string; receiptToken: string }> {
  // Version 4: the id is seen at the provider and should not tell when the order was made.
  const order = { id: randomUUID(), receiptToken: randomBytes(20).toString('hex') };
  await deps.database
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
    })
    .execute();
  return order;
}

export type Opened =
  | { kind: 'opened'; data: CheckoutData }
  /** The page showed another total: no order was made. */
  | { kind: 'price_changed'; price: ChangedPrice };

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

async function open(
  deps: CheckoutDependencies,
  request: CheckoutRequest,
  requestId: string | undefined,
): Promise<Opened> {
  const offer = await offerOf(deps, request, requestId);
  const price = priceOf(offer.unitPaise, request.number_of_course);
  if (price.totalPaise < leastPaise) {
    const message = 'This amount is too small to be paid online. Please contact us.';
    throw new HttpProblem(400, message, { errors: { course_schedule_id: [message] } });
  }
  if (request.expected_total !== undefined && request.expected_total !== price.totalPaise)
    return { kind: 'price_changed', price: inRupees(price) };
  const order = await keepOrder(deps, request, offer.batch, price, requestId);
  const made = await createOrderOnce(deps, {
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
    },
  };
}

/**
 * `POST /api/checkout`: prices the seats from the upstream's schedule, commits the order, creates it at the provider.
 *
 * @param requestId as in the log; what happens to the order later is logged with it too
 * @returns what the payment dialog needs, amounts in rupees but `amount` in paise, and the address of the receipt
 * @throws HttpProblem 400 where the batch is not sold, 502 where the upstream or the provider gives no answer, 503 while
 *   the database is away
 */
export async function openOrder(
  deps: CheckoutDependencies,
  request: CheckoutRequest,
  requestId?: string,
): Promise<Opened> {
  try {
    return await open(deps, request, requestId);
  } catch (error) {
    if (isRemoteError(error, 'payments')) throw new HttpProblem(502, unavailable, { cause: error });
    if (isDatabaseUnavailable(error))
      throw new HttpProblem(503, unavailable, { retryAfterSeconds, cause: error });
    throw error;
  }
}
