import type { BookingRequest } from '@meridian/contracts/enrolment/orders';
import { paiseOf } from '@meridian/contracts/enrolment/pricing';
import type { Order } from '../orders/order.ts';

/**
 * Compares the stored order with the details that a browser sends together with a payment. Only the stored
 * order decides what is booked.
 *
 * @returns the fields that differ
 */
export function disagreeingFields(order: Order, request: BookingRequest): (keyof BookingRequest)[] {
  const { batch, price } = order;
  const amounts: [keyof BookingRequest, number | undefined, number][] = [
    ['fee', request.fee, price.unitPaise],
    ['sub_total', request.sub_total, price.subTotalPaise],
    ['discount', request.discount, price.discountPaise],
    ['taxable', request.taxable, price.taxablePaise],
    ['gst_total', request.gst_total, price.gstPaise],
    ['total_fee', request.total_fee, price.totalPaise],
  ];
  const counts: [keyof BookingRequest, number | undefined, number][] = [
    ['course_id', request.course_id, batch.course_id],
    ['course_schedule_id', request.course_schedule_id, batch.course_schedule_id],
    ['number_of_course', request.number_of_course, price.seats],
  ];
  const wrong = [
    ...amounts.filter(([, rupees, paise]) => rupees !== undefined && paiseOf(rupees) !== paise),
    ...counts.filter(([, sent, ordered]) => sent !== undefined && sent !== ordered),
  ];
  return wrong.map(([field]) => field);
}

/**
 * Compares the payer's email. Call it only after a valid signature, so that a stranger cannot find out the
 * email.
 */
export function isOtherPayer(order: Order, request: BookingRequest): boolean {
  const sentEmail = request.email?.trim().toLowerCase();
  return sentEmail !== undefined && sentEmail !== '' && sentEmail !== order.contact.email.toLowerCase();
}
