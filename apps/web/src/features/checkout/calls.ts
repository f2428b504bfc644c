/** The calls of a payment `POST /api/checkout` and `POST /api/booking`. */
import {
  type BookingRequest,
  bookingData,
  type ChangedPrice,
  type CheckoutData,
  type CheckoutRequest,
  changedPrice,
  checkoutData,
} from '@meridian/contracts/checkout/orders';
import { type PayerState, payerStates } from '@meridian/contracts/checkout/receipt';
import { envelope, type FieldErrors, fieldErrors, success } from '@meridian/contracts/envelope';
import { callJson } from '../../api/json-call.ts';
import { receiptToken } from './receipt.ts';

export type OpenAnswer =
  | { kind: 'opened'; order: CheckoutData }
  /** The server's total is not the one that was expected: nothing was ordered. */
  | { kind: 'price-changed'; price: ChangedPrice }
  /** Nothing was ordered; `errors` name the fields, where fields are at fault. */
  | { kind: 'failed'; message: string; errors: FieldErrors };

/** Shown when there is no answer, or none that can be read (specification, section 8). */
const unexpectedError = 'An unexpected error occurred.';

/** Orders seats; the answer has the price. */
export async function openOrder(request: CheckoutRequest): Promise<OpenAnswer> {
  try {
    const { httpStatus, answer } = await callJson('/api/checkout', request);
    const { status, message, data } = envelope.parse(answer);
    if (status === success) return { kind: 'opened', order: checkoutData.parse(data) };
    if (httpStatus === 409) return { kind: 'price-changed', price: changedPrice.parse(data) };
    const errors = fieldErrors.catch({}).parse((answer as { errors?: unknown }).errors);
    return { kind: 'failed', message: message || unexpectedError, errors };
  } catch {
    return { kind: 'failed', message: unexpectedError, errors: {} };
  }
}

export type BookingAnswer =
  | { kind: 'booked'; message: string; receiptPath?: string }
  /** The money is known; the booking is still being made, or given up for a reason that the receipt tells. */
  | { kind: 'received'; message: string; receiptPath?: string }
  | { kind: 'refused'; message: string }
  /** No answer, or none from the server itself: nobody knows yet. */
  | { kind: 'unanswered' };

/** Tells that a payment was made. May be repeated: the same payment is the same booking. */
export async function confirmBooking(request: BookingRequest): Promise<BookingAnswer> {
  try {
    const { httpStatus, answer } = await callJson('/api/booking', request);
    const { status, message, data } = envelope.parse(answer);
    if (status === success) {
      const { state, receipt_path: receiptPath } = bookingData.safeParse(data).data ?? {};
      return { kind: state === 'booked' ? 'booked' : 'received', message, receiptPath };
    }
    return httpStatus >= 500 || httpStatus === 429 ? { kind: 'unanswered' } : { kind: 'refused', message };
  } catch {
    return { kind: 'unanswered' };
  }
}

/**
 * Asks how an order stands, after the server's own look at the payment service.
 * @returns undefined where that is not known for certain
 */
export async function certainState(receiptPath: string): Promise<PayerState | undefined> {
  try {
    const token = encodeURIComponent(receiptToken(receiptPath));
    const { answer } = await callJson(`/api/receipts/${token}?fresh=1`);
    const { status, data } = envelope.parse(answer);
    const state = (data as { state?: unknown } | null | undefined)?.state;
    return status === success ? payerStates.find((known) => known === state) : undefined;
  } catch {
    return undefined;
  }
}
