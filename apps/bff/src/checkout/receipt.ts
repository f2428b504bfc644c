import { currency, rupeesOf } from '@meridian/contracts/checkout/pricing';
import type { Order } from './order.ts';
import { type PayerState, payerStateOf } from './payer-answer.ts';

/** What the receipt page shows. Amounts in rupees, times in India. */
export interface ReceiptData {
  /** `confirming` and `paid`: say honestly that it is being confirmed. */
  state: PayerState;
  receipt_number: string;
  course_id: number;
  course_name: string;
  batch: {
    course_schedule_id: number;
    start_date: string;
    end_date: string;
    start_time: string;
    end_time: string;
    time_zone: 'IST';
    day_type: string;
    time_type: string;
    online_class_room: string;
    instructor_name: string;
  };
  first_name: string;
  last_name: string;
  email: string;
  number_of_course: number;
  fee: number;
  sub_total: number;
  gst_total: number;
  total_fee: number;
  currency: string;
  payment_id: string | null;
  /** ISO 8601 */
  paid_at: string | null;
  /** Further payments for the same order: what becomes of them. */
  other_payments: { payment_id: string; amount: number; refund: 'due' | 'done' }[];
  /** Address of the batch as a calendar file. */
  calendar_path: string;
}

/** @returns the order as its payer may see it; the unguessable address is the permission */
export function receiptOf(order: Order): ReceiptData {
  const { course_id, course_name, ...batch } = order.batch;
  return {
    state: payerStateOf(order),
    receipt_number: order.id,
    course_id,
    course_name,
    batch: { ...batch, time_zone: 'IST' },
    first_name: order.contact.firstName,
    last_name: order.contact.lastName,
    email: order.contact.email,
    number_of_course: order.price.seats,
    fee: rupeesOf(order.price.unitPaise),
    sub_total: rupeesOf(order.price.subTotalPaise),
    gst_total: rupeesOf(order.price.gstPaise),
    total_fee: rupeesOf(order.price.totalPaise),
    currency,
    payment_id: order.paymentId,
    paid_at: order.paidAt?.toISOString() ?? null,
    other_payments: order.payments.flatMap(({ paymentId, role, refund, amountPaise }) =>
      role === 'stray' && refund !== 'none'
        ? [{ payment_id: paymentId, amount: rupeesOf(amountPaise), refund }]
        : [],
    ),
    calendar_path: `/api/receipts/${order.receiptToken}.ics`,
  };
}
