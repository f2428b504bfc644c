/** The calls of a payment `POST /api/checkout` and `POST /api/booking`. */
import {
  type BookingRequest,
  bookingData,
  type CheckoutData,
  type CheckoutRequest,
  checkoutData,
} from '@meridian/contracts/checkout/orders';
import { envelope, type FieldErrors, fieldErrors, success } from '@meridian/contracts/envelope';
import { callJson } from '../../api/json-call.ts';

export type OpenAnswer =
  | { kind: 'opened'; order: CheckoutData }
  /** Nothing was ordered; `errors` name the fields, where fields are at fault. */
  | { kind: 'failed'; message: string; errors: FieldErrors };

/** Shown when there is no answer, or none that can be read (specification, section 8). */
const unexpectedError = 'An unexpected error occurred.';

/** Orders seats; the answer has the price. */
export async function openOrder(request: CheckoutRequest): Promise<OpenAnswer> {
  try {
    const { answer } = await callJson('/api/checkout', request);
    const { status, message, data } = envelope.parse(answer);
    if (status === success) return { kind: 'opened', order: checkoutData.parse(data) };
    const errors = fieldErrors.catch({}).parse((answer as { errors?: unknown }).errors);
    return { kind: 'failed', message: message || unexpectedError, errors };
  } catch {
    return { kind: 'failed', message: unexpectedError, errors: {} };
  }
}

export type BookingAnswer =
  | { kind: 'booked'; message: string; receiptPath?: string }
  | { kind: 'refused'; message: string }
  /** No answer, or none from the server itself: nobody knows yet. */
  | { kind: 'unanswered' };

/** Tells that a payment was made. May be repeated: the same payment is the same booking. */
export async function confirmBooking(request: BookingRequest): Promise<BookingAnswer> {
  try {
    const { httpStatus, answer } = await callJson('/api/booking', request);
    const { status, message, data } = envelope.parse(answer);
    if (status === success) {
      const parsed = bookingData.safeParse(data);
      return { kind: 'booked', message, receiptPath: parsed.data?.receipt_path };
    }
    return httpStatus >= 500 || httpStatus === 429 ? { kind: 'unanswered' } : { kind: 'refused', message };
  } catch {
    return { kind: 'unanswered' };
  }
}
