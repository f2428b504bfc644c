/** The headlines and sentences of a statement. */
import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import type { BookingStatus } from '@meridian/contracts/enrolment/receipt';
import { formatTimestamp } from '@meridian/contracts/format-time';
import type { Order } from '../orders/order.ts';
import type { Cancellation, Money } from './money.ts';

export interface StatedFacts {
  order: Order;
  status: BookingStatus;
  money: Money;
  /** Money of the payment that pays for the order, and of the others. */
  paying: Money;
  other: Money;
  cancellation: Cancellation | undefined;
  seats: { booked: number; cancelled: number };
  isMovePending: boolean;
  /** Our change of the batch: it was called off, or has other days, hours or another place. */
  batchChange: 'called_off' | 'moved' | null;
  /**
   * When the money is refunded unless an operator decides otherwise, for the payment that pays for the order
   * and for the others.
   */
  autoRefundAt: { pays: Date | null; unmatched: Date | null };
}

const countSeats = (seats: number) => (seats === 1 ? '1 seat' : `${seats} seats`);
const areSeats = (seats: number) => (seats === 1 ? '1 seat is' : `${seats} seats are`);
const yourSeats = (seats: number) => (seats === 1 ? 'your seat is' : `your ${seats} seats are`);
const listFormat = new Intl.ListFormat('en-IN');
const capitalised = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** True if payments were authorized but never captured: the bank releases them. */
const isUncharged = ({ order, money }: StatedFacts) =>
  money.capturedPaise === 0 && order.payments.some(({ uncaptured }) => uncaptured);

/** True if the captured payment does not match the order: an operator accepts or refunds the payment. */
const isUnmatched = ({ order, money }: StatedFacts) => order.paymentId === null && money.capturedPaise > 0;

const partOfSeats = ({ order, seats }: StatedFacts) =>
  `${seats.cancelled} of ${order.price.seats} seats cancelled`;

/** @returns the attendees of the booked seats, if any are named */
function whoseSeats({ order, seats }: StatedFacts): string {
  const names = order.attendees.map(({ name }) => name);
  if (names.length === 0) return '';
  const unnamed = seats.booked - names.length;
  const others =
    unnamed > 0 ? [unnamed === 1 ? '1 person not named yet' : `${unnamed} people not named yet`] : [];
  return `, for ${listFormat.format([...names, ...others])}`;
}

const calledOffHeadline = 'This batch will not take place';

/** @returns the payer's choices after our change of the batch */
function choiceSentences({ batchChange, seats }: StatedFacts): string[] {
  if (batchChange === null || seats.booked === 0) return [];
  if (batchChange === 'called_off')
    return [
      'We are sorry. Please choose another date, or cancel your seats for a full refund. Your seats are kept until you choose.',
    ];
  return [
    'We changed the days, the hours or the place of your batch. If you accept this change, you do not need to do anything. Until the batch begins, you can choose another date or cancel your seats for a full refund.',
  ];
}

export function payerHeadline(facts: StatedFacts): string {
  const { order, status, money } = facts;
  switch (status) {
    case 'held':
      return order.state === 'attempted' ? 'Payment being confirmed' : 'Not paid yet';
    case 'booking':
      return 'Payment received, booking being confirmed';
    case 'booked':
      return facts.batchChange === 'called_off' ? calledOffHeadline : 'Booking confirmed';
    case 'partly_cancelled':
      if (facts.batchChange === 'called_off') return `${calledOffHeadline}, ${partOfSeats(facts)}`;
      return `Booking confirmed, ${partOfSeats(facts)}`;
    case 'cancelled':
      return 'Booking cancelled';
    case 'needs_decision':
      if (order.booking === 'late') return 'Payment received, no seat free';
      return money.keptPaise > 0 ? 'Payment received, booking not confirmed yet' : 'Booking not confirmed';
    case 'not_booked':
      if (isUncharged(facts)) return 'Payment not completed';
      return money.capturedPaise > 0 ? 'Booking not made' : 'Not paid';
  }
}

const otherwiseRefunded = (at: Date | null) =>
  at
    ? ` If we have not confirmed your booking by ${formatTimestamp(at)}, your money is refunded automatically.`
    : '';

/** @returns the sentence about the status that the headline does not say already */
function statusSentence(facts: StatedFacts): string | undefined {
  const { order, status, money, seats, autoRefundAt } = facts;
  switch (status) {
    case 'held':
      return order.state === 'attempted'
        ? 'A payment was started and has not arrived yet. If money has left your account, your booking page shows it as soon as it reaches us. Please do not pay again.'
        : 'No payment has been received for this order.';
    case 'booking':
      return 'We have received your payment. Your booking page will show the booking as soon as it is confirmed.';
    case 'booked':
      return money.keptPaise > 0
        ? `Your payment has been received and ${yourSeats(seats.booked)} booked.`
        : `${capitalised(yourSeats(seats.booked))} booked.`;
    case 'partly_cancelled':
      return `${areSeats(seats.booked)} booked${whoseSeats(facts)}; ${areSeats(seats.cancelled)} cancelled.`;
    case 'cancelled':
      return `${capitalised(yourSeats(seats.cancelled))} cancelled.`;
    case 'needs_decision':
      if (order.booking === 'late')
        return `Your payment of ${formatPaise(money.capturedPaise)} arrived when your seats were no longer held, and the batch has no free seats. Our team is checking whether we can still book you.${otherwiseRefunded(autoRefundAt.pays)}`;
      if (isUnmatched(facts))
        return `A payment of ${formatPaise(money.capturedPaise)} was received that does not match this order. Our team will decide whether to book your seats or refund the payment.${otherwiseRefunded(autoRefundAt.unmatched)}`;
      return money.keptPaise > 0
        ? 'The booking could not be confirmed automatically: our team will check it and either confirm it or refund your payment.'
        : 'Our team is checking whether seats are booked for this order.';
    case 'not_booked':
      if (isUncharged(facts)) return 'Your payment was not charged: your bank releases the amount.';
      return money.capturedPaise > 0
        ? undefined
        : 'No payment has been received for this order, and its seats are no longer held.';
  }
}

/** The emails about batches that are called off and about moved bookings repeat this sentence. */
const bankDays = 'It can take five to seven working days to reach your account.';

/** @returns sentences about money that is not kept; none for an amount of 0 */
function returnSentences(
  { owedPaise, returningPaise, returnedPaise, failedPaise }: Money,
  autoRefundAt: Date | null,
): string[] {
  const by = autoRefundAt ? ` by ${formatTimestamp(autoRefundAt)}` : '';
  return [
    ...(returnedPaise > 0 ? [`${formatPaise(returnedPaise)} was refunded. ${bankDays}`] : []),
    ...(returningPaise > 0 ? [`${formatPaise(returningPaise)} is being refunded. ${bankDays}`] : []),
    ...(owedPaise > 0
      ? [
          `${formatPaise(owedPaise)} is to be refunded. Our team will request the refund${by}, and your booking page will then show it.`,
        ]
      : []),
    ...(failedPaise > 0
      ? [
          `A refund of ${formatPaise(failedPaise)} failed. We still owe it to you, and our team is working on it.`,
        ]
      : []),
  ];
}

/** @param returned true if money of the order was returned, or is to be returned */
function retainedSentence(retainedPaise: number, returned: boolean): string[] {
  if (retainedPaise === 0) return [];
  const kept = `${formatPaise(retainedPaise)} is kept under the refund policy.`;
  return [returned ? kept : `Nothing is refunded: ${kept}`];
}

function moneySentences({ paying, other, cancellation, autoRefundAt }: StatedFacts): string[] {
  const returned = returnSentences(paying, autoRefundAt.pays);
  const others = returnSentences(other, autoRefundAt.unmatched);
  return [
    ...returned,
    ...retainedSentence(cancellation?.retainedPaise ?? 0, returned.length + others.length > 0),
    ...(others.length > 0 && paying.capturedPaise > 0 ? ['You paid more than once for this order.'] : []),
    ...others,
  ];
}

export function payerSentences(facts: StatedFacts): string[] {
  const choice = choiceSentences(facts);
  const isCalledOff = facts.batchChange === 'called_off' && choice.length > 0;
  const sentence = isCalledOff ? undefined : statusSentence(facts);
  return [
    ...(sentence === undefined ? [] : [sentence]),
    ...choice,
    ...moneySentences(facts),
    ...(facts.isMovePending ? ['The move to another batch is requested and not confirmed yet.'] : []),
  ];
}

function operatorStatus(facts: StatedFacts): string {
  const { order, status, seats } = facts;
  switch (status) {
    case 'held':
      return order.state === 'attempted' ? 'Payment attempted' : 'Not paid';
    case 'booking':
      return 'Paid, not booked yet';
    case 'booked':
      return 'Booked';
    case 'partly_cancelled':
      return `Booked, ${partOfSeats(facts)}`;
    case 'cancelled':
      return seats.cancelled === order.price.seats ? 'Cancelled' : `Cancelled ${countSeats(seats.cancelled)}`;
    case 'needs_decision':
      return order.booking === 'late' ? 'Paid late, no seat free' : 'Needs a decision';
    case 'not_booked':
      return facts.money.capturedPaise > 0 ? 'Not booked' : 'Not paid';
  }
}

/** @returns the order in one line: the state of its seats, then each amount that is not simply kept */
export function operatorHeadline(facts: StatedFacts): string {
  const { money, cancellation, autoRefundAt } = facts;
  const amounts: [number, (amount: string) => string][] = [
    [money.owedPaise, (amount) => `${amount} to be refunded`],
    [money.returningPaise, (amount) => `${amount} being refunded`],
    [money.failedPaise, (amount) => `refund of ${amount} failed`],
    [money.returnedPaise, (amount) => `${amount} refunded`],
    [cancellation?.retainedPaise ?? 0, (amount) => `${amount} retained`],
  ];
  const parts = amounts.flatMap(([paise, say]) => (paise > 0 ? [say(formatPaise(paise))] : []));
  const deadlines = [autoRefundAt.pays, autoRefundAt.unmatched].flatMap((at) =>
    at ? [`automatic refund ${formatTimestamp(at)}`] : [],
  );
  return [operatorStatus(facts), ...parts, ...new Set(deadlines)].join(', ');
}
