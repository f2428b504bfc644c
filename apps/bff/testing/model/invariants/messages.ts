/** Invariants of emails and receipts, whose statements must be true. */
import type { Order } from '../../../src/enrolment/orders/order.ts';
import { payerStateOf } from '../../../src/enrolment/statement/status.ts';
import { inProgress, moneyOf, sumOf } from '../money.ts';
import type { Rows, Snapshot } from '../snapshot.ts';
import { type Finding, finding, type Invariant } from './invariant.ts';

type Mail = Rows['mails'][number];
const factsOf = ({ facts }: Mail) => facts as { to?: { course_schedule_id?: number } };

const returned = (order: Order) => sumOf(moneyOf(order).map(({ returnedPaise }) => returnedPaise));

function problemOf(mail: Mail, { orders, upstream }: Snapshot): Finding | undefined {
  const order = orders.find(({ id }) => id === mail.order_id);
  const booking = upstream.find(({ paymentId }) => paymentId === order?.paymentId);
  const { to } = factsOf(mail);
  switch (mail.kind) {
    case 'booking_confirmed':
      return booking
        ? undefined
        : finding('email about a booking that the upstream does not have', mail.cause);
    case 'booking_moved':
      return booking && booking.batchId === to?.course_schedule_id
        ? undefined
        : finding('email about a move that the upstream does not have', mail.cause);
    default:
      return undefined;
  }
}

/**
 * Emails about a booking or a move state what the upstream has. Of some kinds, a recipient gets one email per
 * order.
 */
export const mailsAreTrue: Invariant = {
  name: 'mailsAreTrue',
  at: 'step',
  check({ before, after }) {
    const known = new Set(before.rows.mails.map(({ id }) => id));
    const fresh = after.rows.mails.filter(({ id, state }) => !known.has(id) && state !== 'dropped');
    const once = new Set(['booking_confirmed', 'seats_unavailable', 'booking_pending', 'payment_late']);
    return [
      ...fresh.flatMap((mail) => problemOf(mail, after) ?? []),
      ...fresh.flatMap((mail) =>
        once.has(mail.kind) &&
        before.rows.mails.some(
          ({ kind, order_id, recipient }) =>
            kind === mail.kind && order_id === mail.order_id && recipient === mail.recipient,
        )
          ? [finding('an email is sent twice', mail.cause)]
          : [],
      ),
    ];
  },
};

/** The state of an order on its receipt agrees with its payments and refunds. */
export const receiptsAreTrue: Invariant = {
  name: 'receiptsAreTrue',
  at: 'step',
  check({ before, after }) {
    return after.orders.flatMap((order) => {
      const earlier = before.orders.find(({ id }) => id === order.id);
      const state = payerStateOf(order);
      if (earlier && payerStateOf(earlier) === state) return [];
      const money = moneyOf(order);
      const returning = sumOf(money.map(({ returningPaise }) => returningPaise));
      const unsent = sumOf(money.map(({ owedPaise, failedPaise }) => owedPaise + failedPaise));
      const isUncharged = order.payments.some(({ uncaptured }) => uncaptured);
      if (state === 'refunded' && returned(order) === 0 && !isUncharged)
        return [finding('the receipt states a refund, and no money was refunded', order.id)];
      if (state === 'cancelled' && returned(order) > 0)
        return [finding('the receipt states no refund, and money was refunded', order.id)];
      if (returning > 0 && inProgress(order) === 0)
        return [finding('the receipt states a refund in progress, and no refund is in progress', order.id)];
      return state === 'refund_due' && returning + unsent === 0 && inProgress(order) === 0
        ? [finding('the receipt states a due refund, and no refund is due', order.id)]
        : [];
    });
  },
};
