/**
 * The page between the form without scripts and the payment provider's page. The visitor submits a form to
 * the payment provider, because a redirect cannot POST the payment provider's fields.
 */
import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { formatDay, formatTime } from '@meridian/contracts/format-time';
import { timeInIndia } from '@meridian/contracts/india-time';
import type { HostedPayment } from '../../../partners/payments/provider.ts';
import { type Html, html } from '../../../platform/http/html.ts';
import type { CheckOrder } from '../../orders/check-orders.ts';
import type { Order } from '../../orders/order.ts';

/** Messages by how the visitor returned from the payment provider's page. */
export const returns = {
  failed:
    'The payment did not go through. You can try again, also with another payment method. If money has left your account anyway, please wait: your booking is made or the money is refunded automatically.',
  cancelled:
    'You have left the payment page. If money has left your account, please do not pay again: your booking is made or the money is refunded automatically.',
  unconfirmed:
    'The payment could not be confirmed here. If money has left your account, please wait: your booking is made or the money is refunded automatically, and we email you. Do not pay again before you have checked your email or called us.',
} as const;
export type Returned = keyof typeof returns;

export interface PayView {
  order: Order;
  /** Undefined if the order can no longer be paid. */
  hosted: HostedPayment | undefined;
  returned: Returned | undefined;
  now: Date;
}

export interface PayCheckView {
  id: string;
  state: CheckOrder['state'];
  /** Undefined if the check order can no longer be paid. */
  hosted: HostedPayment | undefined;
}

const seatsText = (seats: number) => (seats === 1 ? '1 seat' : `${seats} seats`);

function payForm({ address, fields }: HostedPayment): Html {
  return html`<form method="post" action="${address}">
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p><button class="pay">Go to the payment</button></p>
<p>You pay on Razorpay’s page and come back here. That page takes cards, net banking and wallets. UPI apps need scripts.</p></form>`;
}

function statusOf({ order, hosted }: PayView): Html {
  if (order.paymentId !== null)
    return html`<p role="status" class="alert">Your payment has been received: please do not pay again. We email you the link to your booking page.</p>`;
  if (hosted) return html``;
  const { course_id: course, course_schedule_id: batch } = order.batch;
  const query = new URLSearchParams({
    course_id: String(course),
    course_schedule_id: String(batch),
    number_of_course: String(order.price.seats),
  });
  return html`<p role="status" class="alert">The time to pay for this order has ended, and no payment has arrived.</p>
<p><a href="/checkout?${query.toString()}">Order the seats again</a></p>`;
}

function holdOf({ order, now }: PayView): Html {
  const until = order.heldUntil;
  if (order.seatHold !== 'held' || until === null || until <= now) return html``;
  const time = formatTime(timeInIndia(until.getTime()).slice(11, 16));
  const { seats } = order.price;
  return html`<p>${seats === 1 ? '1 seat is' : `${seats} seats are`} held for you until <strong>${time} IST</strong>.</p>`;
}

export function payPage(view: PayView): Html {
  const { order, hosted, returned } = view;
  const { batch, price, bookingNumber } = order;
  const isUnpaid = order.paymentId === null;
  return html`${returned !== undefined && isUnpaid && html`<p role="alert" class="alert">${returns[returned]}</p>`}
<p><strong>${batch.course_name}</strong><br>${formatDay(batch.start_date)}, ${seatsText(price.seats)}<br>
Booking number <strong>${bookingNumber}</strong></p>
<p>${isUnpaid ? 'Total to pay' : 'Total'}: <strong>${formatPaise(price.totalPaise)}</strong> incl. GST</p>
${isUnpaid && holdOf(view)}${statusOf(view)}
${isUnpaid && hosted && payForm(hosted)}`;
}

const checkTexts: Record<CheckOrder['state'], string> = {
  created: 'The time for this test payment is over. Make a new test payment.',
  paid: 'The payment has been received. It is refunded within two minutes.',
  refunded: 'The payment has been received and refunded: payments work.',
  expired: 'The time for this test payment is over. Make a new test payment.',
};

export function payCheckPage({ id, state, hosted }: PayCheckView, returned?: Returned): Html {
  const isUnconfirmed = hosted !== undefined && returned === 'unconfirmed';
  return html`<p><strong>Test payment</strong> of ₹1. It is refunded automatically, and books nothing.</p>
${hosted && returned === 'failed' && html`<p role="alert" class="alert">The payment did not go through. You can try again.</p>`}
${isUnconfirmed && html`<p role="status" class="alert">Your payment is being confirmed, usually within two minutes. Please do not pay again. <a href="/checkout/pay/${id}">Check the payment</a></p>`}
${hosted ? !isUnconfirmed && payForm(hosted) : html`<p role="status" class="alert">${checkTexts[state]}</p>`}
${hosted && !isUnconfirmed && html`<p>Have you paid already? Do not pay again: open this page again in a minute.</p>`}`;
}
