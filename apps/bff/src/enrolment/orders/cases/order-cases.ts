/** Derives the cases of an order from its facts, so that a case cannot be open without its reason. */
import {
  bookingIsDue,
  isDisputed,
  isTaken,
  type OrderFacts,
  type PaymentPart,
  payingPayment,
  shortfallPaise,
} from '../state/order-facts.ts';

export const orderCaseKinds = [
  'booking_review',
  'booking_overdue',
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
  /** The payment or dispute; empty if the case is about the booking. */
  subject: string;
}

function moneyCase(facts: OrderFacts, paymentId: string, part: PaymentPart): OrderCase[] {
  if (!isTaken(part) || shortfallPaise(part) === 0) return [];
  const failed = Object.values(part.refunds).some(({ state }) => state === 'failed');
  if (failed) return [{ kind: 'refund_failed', subject: paymentId }];
  if (part.role === 'pays') return [{ kind: 'refund_unsent', subject: paymentId }];
  return [{ kind: payingPayment(facts) === null ? 'unfit_payment' : 'second_payment', subject: paymentId }];
}

function disputeCases(part: PaymentPart): OrderCase[] {
  if (!isDisputed(part)) return [];
  return Object.entries(part.disputes)
    .filter(([, { state }]) => state === 'open')
    .map(([subject]) => ({ kind: 'dispute', subject }));
}

/** @returns the open cases of an order, in a fixed order */
export function casesOf(facts: OrderFacts): OrderCase[] {
  const cases: OrderCase[] = [];
  const add = (kind: OrderCaseKind) => cases.push({ kind, subject: '' });
  if (facts.booking === 'review') add('booking_review');
  if (facts.overdue && bookingIsDue(facts)) add('booking_overdue');
  for (const [paymentId, part] of Object.entries(facts.payments))
    cases.push(...moneyCase(facts, paymentId, part), ...disputeCases(part));
  if (facts.returnUndecided) add('return_undecided');
  return cases;
}
