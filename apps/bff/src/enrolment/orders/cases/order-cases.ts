/** Derives an order's cases from its facts, so that no case is open without a reason. */
import {
  bookingIsDue,
  failedPaise,
  isDisputed,
  type OrderFacts,
  owedPaise,
  type PaymentPart,
  payingPayment,
  undecidedPaise,
  unmatchedPaise,
} from '../state/order-facts.ts';

export const orderCaseKinds = [
  'booking_review',
  'booking_overdue',
  'late_payment',
  'second_payment',
  'unfit_payment',
  'refund_unsent',
  'refund_failed',
  'return_undecided',
  'dispute',
] as const;
export type OrderCaseKind = (typeof orderCaseKinds)[number];

export interface OrderCase {
  kind: OrderCaseKind;
  /** Id of the payment or dispute; empty if the case is about the booking. */
  subject: string;
}

function moneyCases(facts: OrderFacts, paymentId: string, part: PaymentPart): OrderCase[] {
  const cases: OrderCase[] = [];
  const add = (kind: OrderCaseKind) => cases.push({ kind, subject: paymentId });
  if (failedPaise(part) > 0) add('refund_failed');
  if (owedPaise(part) > failedPaise(part)) add('refund_unsent');
  if (unmatchedPaise(part) > 0) add(payingPayment(facts) === null ? 'unfit_payment' : 'second_payment');
  if (undecidedPaise(part) > 0) add('return_undecided');
  // The payment provider automatically refunds a payment that was not captured. If that refund failed, the
  // bank still has the money.
  const states = Object.values(part.refunds).map(({ state }) => state);
  if (part.uncaptured && states.includes('failed') && !states.includes('processed')) add('refund_failed');
  return cases;
}

function disputeCases(part: PaymentPart): OrderCase[] {
  if (!isDisputed(part)) return [];
  return Object.entries(part.disputes)
    .filter(([, { state }]) => state === 'open')
    .map(([subject]) => ({ kind: 'dispute', subject }));
}

/** @returns the open cases of an order, in a fixed sequence */
export function casesOf(facts: OrderFacts): OrderCase[] {
  const cases: OrderCase[] = [];
  const add = (kind: OrderCaseKind) => cases.push({ kind, subject: '' });
  if (facts.booking === 'review') add('booking_review');
  if (facts.booking === 'late') cases.push({ kind: 'late_payment', subject: payingPayment(facts) ?? '' });
  if (facts.overdue && bookingIsDue(facts)) add('booking_overdue');
  for (const [paymentId, part] of Object.entries(facts.payments))
    cases.push(...moneyCases(facts, paymentId, part), ...disputeCases(part));
  return cases;
}
