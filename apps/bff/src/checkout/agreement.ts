import type { BookingRequest } from '@meridian/contracts/checkout/orders';
import { paiseOf } from '@meridian/contracts/checkout/pricing';
import type { FieldErrors } from '@meridian/contracts/envelope';
import type { Order } from './order.ts';

const message = 'This does not agree with the order';

/**
 * Compares what a browser sent beside its payment with the order on record, which alone decides what is booked.
 *
 * @returns the fields that disagree; undefined where all agree
 */
export function disagreement(order: Order, request: BookingRequest): FieldErrors | undefined {
  const { batch, price, contact } = order;
  const amounts: [keyof BookingRequest, number | undefined, number][] = [
    ['fee', request.fee, price.unitPaise],
    ['sub_total', request.sub_total, price.subTotalPaise],
    ['gst_total', request.gst_total, price.gstPaise],
    ['total_fee', request.total_fee, price.totalPaise],
  ];
  const wrong = amounts.filter(([, rupees, paise]) => rupees !== undefined && paiseOf(rupees) !== paise);
  const counts: [keyof BookingRequest, number | undefined, number][] = [
    ['course_id', request.course_id, batch.course_id],
    ['course_schedule_id', request.course_schedule_id, batch.course_schedule_id],
    ['number_of_course', request.number_of_course, price.seats],
  ];
  wrong.push(...counts.filter(([, sent, ordered]) => sent !== undefined && sent !== ordered));
  const fields = wrong.map(([field]) => field);
  const sentEmail = request.email?.trim().toLowerCase();
  if (sentEmail && sentEmail !== contact.email.toLowerCase()) fields.push('email');
  if (fields.length === 0) return undefined;
  return Object.fromEntries(fields.map((field) => [field, [message]]));
}
