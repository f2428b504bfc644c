/**
 * Computes the effect of a decision from the order and the time alone, so that the preview and the commit are
 * the same computation.
 */
import { createHash } from 'node:crypto';
import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { isCreditLate } from '../documents/credit-deadline.ts';
import { factsOf, type Order } from '../orders/order.ts';
import type { Posting } from '../orders/state/ledger.ts';
import { creditedPaise, keptPaise, type OrderFacts, payingPart } from '../orders/state/order-facts.ts';
import { type Decision, Draft, follow, type PlanContext, type PlannedEvent } from './follow-decision.ts';

/** The effect of a decision. Amounts are in paise. */
export interface Plan {
  events: PlannedEvent[];
  /** Number of seats that the decision cancels. */
  seats: number;
  /** Value of these seats, GST included. */
  valuePaise: number;
  /** Refund of the value under the policy now, in per cent and in paise. */
  policyPercent: number;
  policyRefundPaise: number;
  /** Part of the value that is refunded. */
  refundPaise: number;
  /** Part of the value that is retained. */
  retainedPaise: number;
  /** Part of the refund that was returned before: in the dashboard, by a dispute or as goodwill. */
  settledPaise: number;
  /** Amount to request from the payment provider. */
  requestedPaise: number;
  /** Amount recorded as paid by bank transfer. */
  transferredPaise: number;
  /** True if the decision reduces the sale, so that a credit note or refund voucher is due. */
  isCredited: boolean;
  /** True if the price is reduced after the last day on which a credit note reduces the tax. */
  isCreditLate: boolean;
  /** Equal for plans with equal entries, seats, remaining money and tax. */
  digest: string;
}

const sumOf = (postings: readonly Posting[], debit: Posting['debit'], credit: Posting['credit']) =>
  postings.reduce((sum, one) => (one.debit === debit && one.credit === credit ? sum + one.paise : sum), 0);

/**
 * Refund ids are left out, because each plan generates new ones. The remaining money is included, because
 * each refund changes it: of two operators who saw the preview of the same refund, only one can commit.
 */
function digestOf({ postings, facts }: Draft, isCreditLate: boolean): string {
  const entries = postings.map(({ paymentId, debit, credit, paise, reason }) =>
    [paymentId, debit, credit, paise, reason].join(' '),
  );
  const { booking, cancelledSeats, reportedSeats } = facts;
  const left = Object.values(facts.payments).map(keptPaise);
  const text = JSON.stringify([entries, booking, cancelledSeats, reportedSeats, left, isCreditLate]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** @returns true if the decision reduces the sale */
function credits({ facts }: Draft, before: OrderFacts): boolean {
  const [part, former] = [payingPart(facts), payingPart(before)];
  return part !== undefined && creditedPaise(part) > (former ? creditedPaise(former) : 0);
}

/**
 * @param order a snapshot for a preview; locked for the commit
 * @returns the effect of the decision
 * @throws Refusal `conflict` if the decision does not apply
 */
export function planOf(order: Order, decision: Decision, context: PlanContext): Plan {
  const before = factsOf(order);
  const draft = new Draft(before);
  const cancelled = follow(draft, order, decision, context);
  const { postings } = draft;
  const settledPaise =
    sumOf(postings, 'owed', 'undecided') +
    sumOf(postings, 'owed', 'disputed') +
    sumOf(postings, 'customer', 'goodwill');
  const paying = payingPart(draft.facts);
  const kept = paying ? Math.max(0, keptPaise(paying)) : 0;
  const isCredited = credits(draft, before);
  const late = isCredited && order.paidAt !== null && isCreditLate(order.paidAt, context.now);
  return {
    events: draft.events,
    ...cancelled,
    retainedPaise: Math.min(cancelled.valuePaise - cancelled.refundPaise, kept),
    settledPaise,
    requestedPaise: sumOf(postings, 'owed', 'requested'),
    transferredPaise: sumOf(postings, 'owed', 'bank'),
    isCredited,
    isCreditLate: late,
    digest: digestOf(draft, late),
  };
}

const lateCredit =
  'The tax of this sale can no longer be reduced (section 34(2) of the CGST Act): the credit note is without GST.';

/** @returns the amounts of a plan as sentences for an operator */
export function sentencesOf(plan: Plan, providerTitle: string): string[] {
  const { seats, requestedPaise, transferredPaise, settledPaise, retainedPaise } = plan;
  const amounts: [number, string][] = [
    [requestedPaise, `to be refunded by ${providerTitle}`],
    [transferredPaise, 'recorded as refunded by bank transfer'],
    [settledPaise, 'refunded before'],
    [retainedPaise, 'retained'],
  ];
  return [
    ...(seats > 0 ? [`${seats} ${seats === 1 ? 'seat is' : 'seats are'} cancelled.`] : []),
    ...amounts.flatMap(([paise, what]) => (paise > 0 ? [`${formatPaise(paise)} ${what}.`] : [])),
    ...(plan.isCreditLate ? [lateCredit] : []),
  ];
}
