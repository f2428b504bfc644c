/** The calls of a payment: `POST /api/checkout`, `POST /api/booking` and the check of an order's state. */
import {
  type BookingRequest,
  bookingData,
  type ChangedPrice,
  type CheckoutData,
  type CheckoutRequest,
  changedPrice,
  checkoutData,
  seatsShort,
} from '@meridian/contracts/enrolment/orders';
import { type PayerState, payerStates } from '@meridian/contracts/enrolment/receipt';
import type { FieldErrors } from '@meridian/contracts/envelope';
import { callApi, unexpectedError } from '../../../api/call.ts';
import { receiptToken } from '../receipt/receipt-api.ts';

export type OpenAnswer =
  | { kind: 'opened'; order: CheckoutData }
  /** The server's total differs from the expected total: no order was opened. */
  | { kind: 'price-changed'; price: ChangedPrice }
  /** The API returned no usable order; `errors` has messages by field. */
  | { kind: 'failed'; message: string; errors: FieldErrors; soldOut?: boolean };

const conflict = 409;

/** The response does not match the schema. */
const unusable: OpenAnswer = { kind: 'failed', message: unexpectedError, errors: {} };

/** Opens an order. @returns the order with its price, or why it was not opened */
export async function openOrder(request: CheckoutRequest): Promise<OpenAnswer> {
  const result = await callApi('/api/checkout', request);
  if (!('error' in result)) {
    const order = checkoutData.safeParse(result.data);
    return order.success ? { kind: 'opened', order: order.data } : unusable;
  }
  const { httpStatus, message, errors = {}, data } = result.error;
  if (httpStatus !== conflict) return { kind: 'failed', message, errors };
  // Fewer seats are available than requested.
  if (errors.number_of_course) {
    const soldOut = seatsShort.safeParse(data).data?.seats_left === 0;
    return { kind: 'failed', message, errors, soldOut };
  }
  const price = changedPrice.safeParse(data);
  return price.success ? { kind: 'price-changed', price: price.data } : unusable;
}

export type BookingAnswer =
  | { kind: 'booked'; message: string; receiptPath?: string }
  /**
   * The payment is recorded. The booking is in progress, or was not made for a reason that the receipt shows.
   */
  | { kind: 'received'; message: string; receiptPath?: string }
  | { kind: 'refused'; message: string }
  /** No response, HTTP 429 or 5xx, or a proxy's page. The outcome is unknown. */
  | { kind: 'unanswered' };

/** Sends a payment for booking. Idempotent by payment id. */
export async function confirmBooking(request: BookingRequest): Promise<BookingAnswer> {
  const result = await callApi('/api/booking', request);
  if ('error' in result) {
    const { kind, message } = result.error;
    return kind === 'refused' || kind === 'missing' ? { kind: 'refused', message } : { kind: 'unanswered' };
  }
  const { state, receipt_path: receiptPath } = bookingData.safeParse(result.data).data ?? {};
  return { kind: state === 'booked' ? 'booked' : 'received', message: result.message, receiptPath };
}

/**
 * Reads the state of an order, which the server first checks with the payment provider.
 * @returns undefined if the state is not known for certain
 */
export async function confirmedState(receiptPath: string): Promise<PayerState | undefined> {
  const result = await callApi(`/api/receipts/${encodeURIComponent(receiptToken(receiptPath))}?fresh=1`);
  const { state } = (('data' in result && result.data) || {}) as { state?: unknown };
  return payerStates.find((known) => known === state);
}
