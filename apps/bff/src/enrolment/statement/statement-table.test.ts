/** The table of every state of an order, and of every channel that describes the state. */
import { formatPaise, priceOf } from '@meridian/contracts/enrolment/pricing';
import { renderMail } from '@meridian/mail-templates';
import { expect, it } from 'vitest';
import { orderOfFacts } from '../../../testing/checkout/order-of-facts.ts';
import type { DueMail } from '../../mail/outbox/composer.ts';
import type { NewMail } from '../../mail/outbox/enqueue-mails.ts';
import { tableOfOrders } from '../../operators/cli/orders-view.ts';
import { orderMail } from '../messages/order-mail-data.ts';
import { mailsOf } from '../orders/effects/enqueue-order-mails.ts';
import type { Order } from '../orders/order.ts';
import { transferredPaise } from '../orders/state/ledger.ts';
import type { OrderEvent } from '../orders/state/order-events.ts';
import type { OrderFacts, RefundState } from '../orders/state/order-facts.ts';
import { transition } from '../orders/state/order-state.ts';
import { answerToAnybody, answerToPayer } from './payer-answer.ts';
import { type Statement, statementOf } from './statement.ts';

const unitPaise = 18_999_00;
const seats = 2;
const { totalPaise } = priceOf(unitPaise, seats);
const half = totalPaise / 2;
const facts: OrderFacts = {
  unitPaise,
  coupon: null,
  repriced: null,
  seats,
  totalPaise,
  gstPercent: 18,
  erased: false,
  booking: 'none',
  overdue: false,
  cancelledSeats: 0,
  reportedSeats: 0,
  payments: {},
  posted: [],
};

const currency = 'INR';
const captured = (paymentId = 'pay_1', amountPaise = totalPaise): OrderEvent => ({
  kind: 'payment_captured',
  paymentId,
  amountPaise,
  currency,
});
const about = { paymentId: 'pay_1', paymentPaise: totalPaise, currency };
const requested = (amountPaise: number, paymentId = 'pay_1'): OrderEvent => ({
  kind: 'refund_requested',
  paymentId,
  refundId: `refund_of_${paymentId}_${amountPaise}`,
  amountPaise,
});
const seen = (state: Exclude<RefundState, 'requested'>, amountPaise: number): OrderEvent => ({
  kind: 'refund_seen',
  refundId: `refund_of_pay_1_${amountPaise}`,
  amountPaise,
  state,
  captured: true,
  fresh: true,
  paymentId: about.paymentId,
  paymentPaise: about.paymentPaise,
  currency,
});
const confirmed: OrderEvent = { kind: 'booking_confirmed' };
const cancelled = (count: number, percent: number): OrderEvent => ({
  kind: 'operator_cancel',
  seats: count,
  percent,
});
const booked = [captured(), confirmed];
const stuck: OrderEvent = { kind: 'booking_stuck', mayExistUpstream: false };
const uncaptured: OrderEvent = {
  kind: 'refund_seen',
  refundId: 'refund_of_bank',
  amountPaise: totalPaise,
  state: 'processed',
  captured: false,
  fresh: true,
  paymentId: about.paymentId,
  paymentPaise: about.paymentPaise,
  currency,
};
const lost: OrderEvent = {
  kind: 'dispute_seen',
  disputeId: 'dispute_1',
  phase: 'lost',
  lostPaise: totalPaise,
  paymentId: about.paymentId,
  paymentPaise: about.paymentPaise,
  currency,
};

const states: Record<string, OrderEvent[]> = {
  opened: [],
  'payment tried': [{ kind: 'payment_tried', paymentId: 'pay_1' }],
  'authorised and never captured': [uncaptured],
  paid: [captured()],
  'paid, and refused by the upstream': [captured(), stuck],
  'paid with another amount': [captured('pay_1', totalPaise - 100)],
  booked: booked,
  'booked, and paid twice': [...booked, captured('pay_2')],
  'booked, and the second payment on its way back': [
    ...booked,
    captured('pay_2'),
    { kind: 'operator_returns_unmatched' },
    requested(totalPaise, 'pay_2'),
  ],
  'booked, and a part refunded in the dashboard': [...booked, seen('processed', half)],
  'booked, and all refunded in the dashboard': [...booked, seen('processed', totalPaise)],
  'booked, and a dispute lost': [...booked, lost],
  'booked, and a dispute lost, and closed': [
    ...booked,
    lost,
    { kind: 'case_settled', statement: 'price_reduction' },
  ],
  'one of two cancelled at 0 %': [...booked, cancelled(1, 0)],
  'one of two cancelled at 100 %, refund on its way': [...booked, cancelled(1, 100), requested(half)],
  'one of two cancelled at 100 %, refunded': [
    ...booked,
    cancelled(1, 100),
    requested(half),
    seen('processed', half),
  ],
  'cancelled one by one, at 100 % and at 0 %': [
    ...booked,
    cancelled(1, 100),
    requested(half),
    seen('processed', half),
    cancelled(1, 0),
  ],
  'cancelled at 0 %': [...booked, cancelled(2, 0)],
  'cancelled at 50 %, refund not requested': [...booked, cancelled(2, 50)],
  'cancelled at 50 %, refund on its way': [...booked, cancelled(2, 50), requested(half)],
  'cancelled at 50 %, refunded': [...booked, cancelled(2, 50), requested(half), seen('processed', half)],
  'cancelled at 50 %, refund failed': [...booked, cancelled(2, 50), requested(half), seen('failed', half)],
  'cancelled at 50 %, refund failed, transferred': [
    ...booked,
    cancelled(2, 50),
    requested(half),
    seen('failed', half),
    { kind: 'operator_transfer', reference: 'UTR1' },
  ],
  'cancelled at 100 %, refunded': [
    ...booked,
    cancelled(2, 100),
    requested(totalPaise),
    seen('processed', totalPaise),
  ],
  'cancelled at 0 %, and paid twice': [...booked, captured('pay_2'), cancelled(2, 0)],
  'refunded in the dashboard, then cancelled at 0 %': [
    ...booked,
    seen('processed', totalPaise),
    cancelled(2, 0),
  ],
  'late payment without seats, and an operator decides': [captured(), { kind: 'seats_gone', policy: 'ask' }],
  'late payment without seats, and nobody decided': [
    captured(),
    { kind: 'seats_gone', policy: 'ask' },
    { kind: 'decision_overdue', paymentId: 'pay_1' },
    requested(totalPaise),
  ],
  'late payment without seats': [captured(), { kind: 'seats_gone', policy: 'refund' }],
  'late payment without seats, refunded': [
    captured(),
    { kind: 'seats_gone', policy: 'refund' },
    requested(totalPaise),
    seen('processed', totalPaise),
  ],
  'refused since the batch is gone': [captured(), { kind: 'batch_gone' }, requested(totalPaise)],
  'refused by the upstream, refunded by an operator': [captured(), stuck, { kind: 'operator_refund' }],
};

/** @returns the order after the events, and the mails that they caused */
function play(events: readonly OrderEvent[]): { order: Order; mails: NewMail[] } {
  let now = facts;
  const mails: NewMail[] = [];
  for (const event of events) {
    const { facts: after } = transition(now, event);
    mails.push(...mailsOf(orderOfFacts(now), now, after, event));
    now = after;
  }
  return { order: orderOfFacts(now), mails };
}

const sender = { brand: 'Kaveri', siteUrl: 'https://academy.example' };

/** @returns the text of a mail that is sent now; undefined if it is dropped */
function mailText(order: Order, { kind, facts: said }: NewMail): string | undefined {
  const mail = { id: 'mail', kind, facts: said, orderId: order.id, ageMs: 0 } as unknown as DueMail;
  const options = { publicUrl: sender.siteUrl, issuesInvoices: false };
  const composed = orderMail(mail, order, [], options);
  if (composed.kind !== 'ready') return undefined;
  const { subject, text } = renderMail(kind, composed.data as never, sender);
  return `${subject} | ${text.replaceAll(/\s+/g, ' ').trim()}`;
}

/** @returns the text of each channel about an order now */
function channelsOf({ order, mails }: ReturnType<typeof play>): Record<string, string> {
  const { headline, sentences, timeline, calendar } = statementOf(order, 'payer');
  const texts: [string, string | undefined][] = [
    ['receipt', [`${headline}.`, ...sentences].join(' ')],
    ['history', timeline.map(({ text }) => text).join(' | ')],
    ['confirmation', answerToPayer(order).message],
    ['confirmation to anybody', answerToAnybody(order)?.message],
    ['calendar', calendar.method],
    ['console', statementOf(order, 'operator').headline],
    ['ops', (tableOfOrders([order], [])[1] ?? '').replace(order.id, '').replaceAll(/ {2,}/g, ' | ')],
    ...mails.map((mail): [string, string | undefined] => [`mail ${mail.kind}`, mailText(order, mail)]),
  ];
  return Object.fromEntries(
    texts.flatMap(([channel, text]) => (text === undefined ? [] : [[channel, text]])),
  );
}

const positive = (amounts: readonly number[]) => amounts.filter((paise) => paise > 0).map(formatPaise);

/** @returns the false statements in a text */
function contradictions(channel: string, text: string, order: Order, statement: Statement): string[] {
  const { status, money, cancellation } = statement;
  const { owedPaise, returningPaise, returnedPaise, failedPaise } = money;
  const outPaise = owedPaise + returningPaise + returnedPaise + failedPaise;
  const known = positive([
    ...Object.values(money),
    cancellation?.refundPaise ?? 0,
    cancellation?.retainedPaise ?? 0,
    order.price.totalPaise,
    ...order.payments.flatMap(({ amountPaise, flows, refunds, disputes }) => [
      amountPaise,
      transferredPaise(flows),
      ...refunds.map((refund) => refund.amountPaise),
      ...disputes.map(({ lostPaise }) => lostPaise),
    ]),
  ]);
  const isBooked = status === 'booked' || status === 'partly_cancelled';
  const isPast = channel === 'history';
  const rules: [boolean, RegExp][] = [
    [
      returnedPaise === 0 && !isPast,
      /was (?:returned|refunded)|given back|₹[\d,.]+\d returned|(?:returned|refunded) by/,
    ],
    [returningPaise === 0, /being (?:returned|refunded)|goes back|on its way/],
    [owedPaise === 0, /to be (?:returned|refunded)/],
    [failedPaise === 0 && !isPast, /refund of \S+ failed/i],
    [outPaise > 0, /nothing is refunded/i],
    [(cancellation?.retainedPaise ?? 0) === 0, /is kept|retained/],
    [status !== 'not_booked', /not made|could not be made|no seats left/i],
    [!isBooked && !isPast, /booking confirmed|booking is confirmed|seats? (?:is|are) booked(?! for this)/i],
    [status !== 'booking', /being made|booking being confirmed/i],
    [status !== 'cancelled', /Booking cancelled|Your booking is cancelled|^Cancelled/],
    [status !== 'needs_decision', /our team (?:checks|decides)|Needs a decision/],
  ];
  return [
    ...[...text.matchAll(/₹[\d,]+(?:\.\d+)?/g)].flatMap(([amount]) =>
      known.includes(amount) ? [] : [`${channel}: ${amount} is not an amount of the statement`],
    ),
    ...rules.flatMap(([isUntrue, said]) =>
      isUntrue && said.test(text) ? [`${channel}: ${said} in "${text}"`] : [],
    ),
  ];
}

const played = Object.entries(states).map(([name, events]) => ({ name, state: play(events) }));

it('no channel contradicts the statement in any state', () => {
  const faults = played.flatMap(({ name, state }) =>
    Object.entries(channelsOf(state)).flatMap(([channel, text]) =>
      contradictions(channel, text, state.order, statementOf(state.order, 'payer')).map(
        (fault) => `${name}, ${fault}`,
      ),
    ),
  );
  expect(faults).toEqual([]);
});

it('the table of states and channels', async () => {
  const table = played.map(({ name, state }) => {
    const { status, pending, money } = statementOf(state.order, 'payer');
    const amounts = Object.entries(money).map(
      ([part, paise]) => `${part.replace('Paise', '')} ${formatPaise(paise)}`,
    );
    const lines = Object.entries(channelsOf(state)).map(
      // The paragraphs of a mail, without its table of facts.
      ([channel, text]) => `  ${channel}: ${text.split(' Course C When ')[0]}`,
    );
    return [
      `${name}: ${status}, ${amounts.join(', ')}`,
      `  pending: ${pending.join(', ') || 'nothing'}`,
      ...lines,
    ].join('\n');
  });
  await expect(`${table.join('\n\n')}\n`).toMatchFileSnapshot('./statement-table.txt');
});

it.each([
  ['cancelled at 0 %', 'Your money was given back. Banks take a few days to show it.'],
  ['cancelled at 0 %', 'Your payment of ₹44,837.64 was refunded.'],
  [
    'cancelled at 50 %, refund on its way',
    'This booking was not made. Your money is on its way back to you.',
  ],
  ['cancelled at 50 %, refund on its way', '₹44,837.64 is being refunded, ₹100 less than you paid.'],
  ['paid, and refused by the upstream', 'The booking is being made.'],
  ['booked', '₹22,418.82 is kept under the refund policy.'],
])('finds the contradiction in a text about an order %s: %s', (name, text) => {
  const { order } = play(states[name] ?? []);
  expect(contradictions('receipt', text, order, statementOf(order, 'payer'))).not.toEqual([]);
});

it('the parts of the money add up in each state', () => {
  for (const { name, state } of played) {
    const { capturedPaise, keptPaise, owedPaise, returningPaise, returnedPaise, failedPaise } = statementOf(
      state.order,
      'payer',
    ).money;
    expect({ name, sum: keptPaise + owedPaise + returningPaise + returnedPaise + failedPaise }).toEqual({
      name,
      sum: capturedPaise,
    });
  }
});
