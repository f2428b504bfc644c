import type { UpstreamBooking } from '@meridian/contracts/enrolment/orders';
import { rupeesOf } from '@meridian/contracts/enrolment/pricing';
import type { Order } from '../orders/order.ts';

function discountOf({ couponCode, price }: Order): Partial<UpstreamBooking> {
  if (price.discountPaise === 0) return {};
  return {
    ...(couponCode !== null && { coupon: couponCode }),
    discount: rupeesOf(price.discountPaise),
    taxable: rupeesOf(price.taxablePaise),
  };
}

function fieldsBeside(order: Order): Partial<UpstreamBooking> {
  const { attendees } = order;
  return { ...discountOf(order), ...(attendees.length > 0 && { attendees }) };
}

/**
 * @param extraFields false: the upstream accepts only the specified fields. The sub total is then the taxable
 * value, so that GST is 18 % of it and the total is their sum, as specified
 * @returns the body of the booking call (specification, section 3); amounts in rupees
 */
export function upstreamBooking(order: Order, paymentId: string, extraFields: boolean): UpstreamBooking {
  const { price } = order;
  return {
    course_id: order.batch.course_id,
    course_schedule_id: order.batch.course_schedule_id,
    fee: rupeesOf(price.unitPaise),
    number_of_course: price.seats,
    gst_total: rupeesOf(price.gstPaise),
    sub_total: rupeesOf(extraFields ? price.subTotalPaise : price.taxablePaise),
    total_fee: rupeesOf(price.totalPaise),
    transaction_id: paymentId,
    first_name: order.contact.firstName,
    last_name: order.contact.lastName,
    email: order.contact.email,
    phone_number: order.contact.phoneNumber,
    ...(extraFields && fieldsBeside(order)),
  };
}
