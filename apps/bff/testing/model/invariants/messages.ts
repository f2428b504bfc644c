/** Nobody is told what is not so. */
import type { Order } from '../../../src/enrolment/orders/order.ts';
import { payerStateOf } from '../../../src/enrolment/statement/status.ts';
import { moneyOf, sentPaise, sumOf, underWay } from '../money.ts';
import type { Rows, Snapshot } from '../snapshot.ts';
import { type Finding, finding, type Invariant } from './invariant.ts';

type Mail = Rows['mails'][number];
const factsOf = ({ facts }: Mail) => facts as { refundPaise?: number; to?: { course_schedule_id?: number } };

const returned = (order: Order) => sumOf(moneyOf(order).map(({ returnedPaise }) => returnedPaise));
const going = (order: Order | undefined) => (order ? returned(order) + underWay(order) : 0);

function problemOf(mail: Mail, { orders, upstream }: Snapshot): Finding | undefined {
  const order = orders.find(({ id }) => id === mail.order_id);
  const booking = upstream.find(({ paymentId }) => paymentId === order?.paymentId);
  const { refundPaise = 0, to } = factsOf(mail);
  switch (mail.kind) {
    case 'booking_confirmed':
      return booking ? undefined : finding('told of a booking that the upstream does not have', mail.cause);
    case 'booking_moved':
      return booking && booking.batchId === to?.course_schedule_id
        ? undefined
        : finding('told of a move that the upstream does not have', mail.cause);
    case 'seats_unavailable':
      return going(order) >= refundPaise
        ? undefined
        : finding(
            'told that money is on its way that was not sent',
            `${mail.cause}: ${refundPaise}, sent ${going(order)}`,
          );
    default:
      return undefined;
  }
}

/** A mail says what has been confirmed, and each cause mails once. */
export const mailsSayWhatIs: Invariant = {
  name: 'mailsSayWhatIs',
  at: 'step',
  check({ before, after }) {
    const known = new Set(before.rows.mails.map(({ id }) => id));
    const fresh = after.rows.mails.filter(({ id, state }) => !known.has(id) && state !== 'dropped');
    const once = new Set(['booking_confirmed', 'seats_unavailable', 'booking_pending']);
    return [
      ...fresh.flatMap((mail) => problemOf(mail, after) ?? []),
      ...fresh.flatMap((mail) =>
        once.has(mail.kind) &&
        before.rows.mails.some(
          ({ kind, order_id, recipient }) =>
            kind === mail.kind && order_id === mail.order_id && recipient === mail.recipient,
        )
          ? [finding('a mail is sent twice', mail.cause)]
          : [],
      ),
    ];
  },
};

/** A mail about a cancellation names the sum that is sent for it. */
export const mailsNameTheSum: Invariant = {
  name: 'mailsNameTheSum',
  at: 'step',
  check({ outcome: { order }, before, after }) {
    if (!order) return [];
    const known = new Set(before.rows.mails.map(({ id }) => id));
    const fresh = after.rows.mails.filter(
      ({ id, kind, recipient }) =>
        kind === 'booking_cancelled' && recipient === order.email && !known.has(id),
    );
    return fresh.flatMap((mail) => {
      const sent = sentPaise(after.rows, order.id) - sentPaise(before.rows, order.id);
      const { refundPaise = 0 } = factsOf(mail);
      if (refundPaise === sent) return [];
      return [
        finding('a mail names another sum than is sent', `${mail.cause}: ${refundPaise}, sent ${sent}`),
      ];
    });
  },
};

/** The receipt's word for an order is true of its money. */
export const receiptSaysWhatIs: Invariant = {
  name: 'receiptSaysWhatIs',
  at: 'step',
  check({ before, after }) {
    return after.orders.flatMap((order) => {
      const earlier = before.orders.find(({ id }) => id === order.id);
      const state = payerStateOf(order);
      if (earlier && payerStateOf(earlier) === state) return [];
      const money = moneyOf(order);
      const owed = sumOf(money.map(({ returningPaise, failedPaise }) => returningPaise + failedPaise));
      const isUncharged = order.payments.some(({ uncaptured }) => uncaptured);
      if (state === 'refunded' && returned(order) === 0 && !isUncharged)
        return [finding('says that money was returned, and none was', order.id)];
      if (state === 'cancelled' && returned(order) > 0)
        return [finding('says that no money was returned', order.id)];
      if (state !== 'refund_due' || underWay(order) > 0) return [];
      return [
        finding(
          owed === 0
            ? 'says that money is owed, and none is'
            : 'says that money is being returned, and none was sent',
          order.id,
        ),
      ];
    });
  },
};
