/**
 * Every sequence of up to five events, or seven. The effect of an event depends only on the facts, so
 * sequences that lead to the same facts are explored once. Each reachable state gets every event, and the
 * sequences are counted.
 */
import { priceOf } from '@meridian/contracts/enrolment/pricing';
import { expect, it } from 'vitest';
import { orderOfFacts } from '../../../../testing/checkout/order-of-facts.ts';
import { moneyOf } from '../../statement/money.ts';
import { payerStateOf } from '../../statement/status.ts';
import { casesOf, type OrderCaseKind } from '../cases/order-cases.ts';
import { type Account, creditOf, debitOf } from './ledger.ts';
import { type OrderEvent, returnReasons } from './order-events.ts';
import {
  awaitsDecision,
  bookingIsDue,
  creditedPaise,
  inProgressPaise,
  isTaken,
  keptPaise,
  type OrderFacts,
  owedPaise,
  type PaymentPart,
  payingPart,
  refundsDue,
  returnedPaise,
  shortfallPaise,
  undecidedOf,
  undecidedPaise,
} from './order-facts.ts';
import { stateOf, transition } from './order-state.ts';

/** Seven events take half a minute: `pnpm lab chaos payments --table`. */
const longest = process.env.CHECKOUT_TABLE === 'all' ? 7 : 5;
const unitPaise = 10_000;
const { totalPaise } = priceOf(unitPaise, 2);
const halfPaise = totalPaise / 2;
const start: OrderFacts = {
  unitPaise,
  coupon: null,
  repriced: null,
  seats: 2,
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

/** An event, or several events that one commit derives from the facts. */
type Step = OrderEvent | ((facts: OrderFacts) => OrderEvent[]);
const alphabet = new Map<string, Step>();

const about = (paymentId: string) => ({ paymentId, paymentPaise: totalPaise, currency: 'INR' });
const capture = (paymentId: string, amountPaise = totalPaise): OrderEvent => ({
  kind: 'payment_captured',
  paymentId,
  amountPaise,
  currency: 'INR',
});
alphabet.set('browser or webhook: payment 1 not captured yet', { kind: 'payment_tried', paymentId: 'p1' });
alphabet.set('anybody: payment 1 captured', capture('p1'));
alphabet.set('anybody: payment 2 captured', capture('p2'));
alphabet.set('anybody: payment 3 of another amount captured', capture('p3', totalPaise - 100));

const refundStates = ['pending', 'processed', 'failed'] as const;
for (const state of refundStates) {
  const seen = { kind: 'refund_seen' as const, ...about('p1'), captured: true, fresh: false, state };
  alphabet.set(`webhook: dashboard refunds half of 1, ${state}`, {
    ...seen,
    refundId: 'half',
    amountPaise: halfPaise,
  });
  alphabet.set(`webhook: dashboard refunds all of 1, ${state}`, {
    ...seen,
    refundId: 'all',
    amountPaise: totalPaise,
  });
}
alphabet.set('reconciler: the refund of half of payment 1 is processed', {
  kind: 'refund_seen',
  ...about('p1'),
  captured: true,
  fresh: true,
  state: 'processed',
  refundId: 'half',
  amountPaise: halfPaise,
});
alphabet.set('webhook: payment 1 is refunded without a capture', {
  kind: 'refund_seen',
  ...about('p1'),
  captured: false,
  fresh: false,
  state: 'processed',
  refundId: 'automatic',
  amountPaise: totalPaise,
});

/** The refund requests for all due money, which the operator's command commits with its decision. */
const requests = (facts: OrderFacts): OrderEvent[] =>
  refundsDue(facts).map(({ paymentId, amountPaise }) => {
    const count = Object.keys(facts.payments[paymentId]?.refunds ?? {}).length;
    return { kind: 'refund_requested', paymentId, amountPaise, refundId: `ours-${paymentId}-${count}` };
  });
alphabet.set('operator: requests refunds', requests);
for (const result of [...refundStates, 'refused'] as const)
  alphabet.set(`Razorpay: our refunds ${result}`, (facts) =>
    Object.entries(facts.payments).flatMap(([paymentId, part]) =>
      Object.entries(part.refunds)
        .filter(([id, { state }]) => id.startsWith('ours') && (state === 'requested' || state === 'pending'))
        .map(([refundId, { amountPaise }]): OrderEvent => {
          if (result === 'refused') return { kind: 'refund_refused', paymentId, refundId };
          const seen = { ...about(paymentId), paymentPaise: part.amountPaise, captured: true, fresh: true };
          return { kind: 'refund_seen', ...seen, refundId, amountPaise, state: result };
        }),
    ),
  );

for (const phase of ['opened', 'waiting', 'lost', 'won'] as const)
  alphabet.set(`webhook: dispute of 1 ${phase}`, {
    kind: 'dispute_seen',
    ...about('p1'),
    disputeId: 'd1',
    phase,
    lostPaise: phase === 'lost' ? totalPaise : 0,
  });

alphabet.set('upstream: booked', { kind: 'booking_confirmed' });
alphabet.set('upstream: refuses', { kind: 'booking_stuck', mayExistUpstream: false });
alphabet.set('crash in the booking call', { kind: 'booking_stuck', mayExistUpstream: true });
alphabet.set('reconciler: an hour without a booking', { kind: 'booking_overdue' });
alphabet.set('upstream: no seats are left for a late payment', { kind: 'seats_gone', policy: 'refund' });
alphabet.set('upstream: no seats are left, and an operator is asked', { kind: 'seats_gone', policy: 'ask' });
alphabet.set('upstream: refuses, and has no such batch', { kind: 'batch_gone' });
for (const paymentId of ['p1', 'p2'])
  alphabet.set(`clock: nobody decided about ${paymentId}`, { kind: 'decision_overdue', paymentId });
alphabet.set('operator: book', { kind: 'operator_book' });
alphabet.set('operator: withhold', { kind: 'operator_withhold' });
alphabet.set('operator: refund', { kind: 'operator_refund' });
alphabet.set('operator: cancel one seat', { kind: 'operator_cancel', seats: 1 });
alphabet.set('operator: cancel both seats', { kind: 'operator_cancel', seats: 2 });
alphabet.set('operator: returns unmatched payments', { kind: 'operator_returns_unmatched' });
alphabet.set('operator: transferred', { kind: 'operator_transfer', reference: 'UTR1' });
for (const statement of ['booked', 'not_booked', ...returnReasons] as const)
  alphabet.set(`operator: states ${statement}`, { kind: 'case_settled', statement });
alphabet.set('operator: states answered', { kind: 'case_settled', statement: 'answered', disputeId: 'd1' });

/** @returns the resulting facts, and the number of booking jobs started */
function run(facts: OrderFacts, step: Step): { facts: OrderFacts; jobs: number } {
  const events = typeof step === 'function' ? step(facts) : [step];
  let jobs = 0;
  for (const event of events) {
    const { facts: after, effects } = transition(facts, event);
    facts = after;
    jobs += effects.length;
  }
  return { facts, jobs };
}

const partKeys = new WeakMap<PaymentPart, number>();
const partNumbers = new Map<string, number>();

/** @returns equal numbers for payments with equal facts */
function keyOfPart(part: PaymentPart): number {
  const cached = partKeys.get(part);
  if (cached !== undefined) return cached;
  const { role, amountPaise, uncaptured, flows } = part;
  const money = (parts: object) =>
    Object.entries(parts)
      .map(([id, { state, amountPaise: paise, lostPaise }]) => `${id}=${state}${paise ?? lostPaise}`)
      .toSorted();
  const names = Object.keys(flows).flatMap((pair) => pair.split('/')) as Account[];
  const accounts = [...new Set(names)].toSorted();
  const balances = accounts.map((account) => `${account} ${creditOf(flows, account)}`).join(' ');
  const own = `${role},${amountPaise},${uncaptured},${balances},${creditedPaise(part)}`;
  const text = `${own},${money(part.refunds)},${money(part.disputes)}`;
  const number = partNumbers.get(text) ?? partNumbers.size;
  partNumbers.set(text, number);
  partKeys.set(part, number);
  return number;
}

function keyOf(facts: OrderFacts): string {
  let key = `${facts.booking},${facts.overdue},${facts.cancelledSeats},${facts.reportedSeats}`;
  for (const id of ['p1', 'p2', 'p3']) {
    const part = facts.payments[id];
    key += part ? `|${id}:${keyOfPart(part)}` : '|';
  }
  return key;
}

/** @returns true if every paisa of a captured payment is accounted for */
function isAccountedFor(facts: OrderFacts, paymentId: string, part: PaymentPart): boolean {
  if (shortfallPaise(part) + undecidedPaise(part) > 0)
    return casesOf(facts).some(({ subject }) => subject === paymentId);
  if (part.uncaptured || keptPaise(part) <= 0) return true;
  if (part.role !== 'pays') return false;
  if (facts.booking === 'review') return casesOf(facts).some(({ kind }) => kind === 'booking_review');
  if (facts.booking === 'late')
    return awaitsDecision(facts, part) && casesOf(facts).some(({ kind }) => kind === 'late_payment');
  return facts.booking === 'booked' || bookingIsDue(facts);
}

/** @returns the amount returned without our request, in paise */
function takenElsewhere(part: PaymentPart): number {
  const lost = Object.values(part.disputes).reduce((sum, { lostPaise }) => sum + lostPaise, 0);
  return Object.values(part.refunds).reduce(
    (sum, { ours, state, amountPaise }) => (ours || state === 'failed' ? sum : sum + amountPaise),
    lost,
  );
}

/** @returns the invariants that a state violates */
function faultsOfState(facts: OrderFacts): string[] {
  const faults: string[] = [];
  const holds = (condition: boolean, fault: string) => condition || faults.push(fault);
  const parts = Object.entries(facts.payments);
  const taken = parts.filter(([, part]) => isTaken(part));
  for (const [paymentId, part] of taken) {
    holds(isAccountedFor(facts, paymentId, part), `${paymentId} is not accounted for`);
    holds(creditedPaise(part) <= part.amountPaise, `more is credited than was paid with ${paymentId}`);
    for (const account of ['owed', 'unmatched', 'requested'] as const)
      holds(creditOf(part.flows, account) >= 0, `${account} of ${paymentId} is negative`);
    holds(debitOf(part.flows, 'in_flight') >= 0, `in_flight of ${paymentId} is negative`);
    for (const account of ['undecided', 'disputed'] as const)
      holds(undecidedOf(part, account) >= 0, `${account} of ${paymentId} is negative`);
    // Only the bank and the dashboard can return more than was captured.
    const given = owedPaise(part) + inProgressPaise(part);
    holds(
      given === 0 || given + returnedPaise(part) <= part.amountPaise + takenElsewhere(part),
      'more is returned than was paid',
    );
    const disputeOpen = Object.values(part.disputes).some(({ state }) => state === 'open');
    if (disputeOpen)
      holds(
        casesOf(facts).some(({ kind }) => kind === 'dispute'),
        'an open dispute is no case',
      );
  }
  holds(parts.filter(([, { role }]) => role === 'pays').length <= 1, 'two payments pay');
  const paying = payingPart(facts);
  holds(
    facts.booking === 'none' || facts.booking === 'dropped' || paying !== undefined,
    'a booking without a payment',
  );
  holds(
    facts.reportedSeats <= facts.cancelledSeats && facts.cancelledSeats <= facts.seats,
    'seats do not add up',
  );

  const state = stateOf(facts);
  const retained = taken.filter(([, part]) => returnedPaise(part) < part.amountPaise);
  if (retained.length > 0)
    holds(!['created', 'attempted', 'refunded'].includes(state), `money is here: ${state}`);
  const order = orderOfFacts(facts);
  const payerState = payerStateOf(order);
  const money = moneyOf(order);
  holds(Math.min(...Object.values(money)) >= 0, 'an amount is negative');
  holds(
    money.capturedPaise ===
      money.keptPaise + money.owedPaise + money.returningPaise + money.returnedPaise + money.failedPaise,
    'the money of the order does not add up',
  );
  const isTrue = {
    booked: facts.booking === 'booked' && facts.cancelledSeats < facts.seats && paying !== undefined,
    paid: retained.length > 0 && facts.booking !== 'booked',
    confirming: taken.length === 0,
    open: taken.length === 0,
    refund_due: taken.some(([, part]) => shortfallPaise(part) + inProgressPaise(part) > 0 || part.uncaptured),
    refunded: paying
      ? facts.cancelledSeats >= facts.seats
        ? money.returnedPaise > 0 &&
          (shortfallPaise(paying) + inProgressPaise(paying) === 0 ||
            returnedPaise(paying) >= paying.amountPaise)
        : returnedPaise(paying) >= paying.amountPaise
      : retained.length === 0 && taken.length > 0,
    cancelled: facts.cancelledSeats >= facts.seats && money.returnedPaise === 0,
  };
  holds(isTrue[payerState], `the payer reads ${payerState}`);
  return faults;
}

const steps = [...alphabet].map(([name, step]) => ({
  name,
  step,
  /** A decision alone never counts as refunded money. */
  returnsNothing: name.startsWith('operator:') && name !== 'operator: transferred',
  /** Only a report from Razorpay ends a refund. */
  endsNoRefund: !/Razorpay|webhook|reconciler/.test(name),
  /** True if repeating the command is a new decision. */
  mayRepeat: name.startsWith('operator: cancel') || name === 'operator: book',
}));

/** @returns the invariants that a transition violates */
function faultsOfStep(
  { name, returnsNothing, endsNoRefund }: (typeof steps)[number],
  before: OrderFacts,
  after: OrderFacts,
  jobs: number,
): string[] {
  const faults: string[] = [];
  const holds = (condition: boolean, fault: string) => condition || faults.push(fault);
  for (const paymentId in before.payments) {
    const part = before.payments[paymentId];
    const later = after.payments[paymentId];
    if (part === later || !part) continue;
    holds(later !== undefined && (isTaken(later) || !isTaken(part)), `${paymentId} was forgotten`);
    if (!later) continue;
    holds(part.role !== 'pays' || later.role === 'pays', 'another payment pays');
    if (returnsNothing)
      holds(returnedPaise(later) === returnedPaise(part), 'a decision counts as money given back');
    if (endsNoRefund)
      holds(inProgressPaise(later) >= inProgressPaise(part), 'a refund under way was forgotten');
  }
  if (before.booking === 'booked') holds(after.booking === 'booked' && jobs === 0, 'booked twice');
  if (jobs > 0) holds(bookingIsDue(after), 'a job without a booking');
  if (bookingIsDue(after) && !bookingIsDue(before)) holds(jobs === 1, 'no job for a booking');
  holds(after.cancelledSeats >= before.cancelledSeats, 'a cancelled seat is booked again');
  const paidBefore = payingPart(before);
  const paidAfter = payingPart(after);
  const isCase = (kind: OrderCaseKind) => casesOf(after).some((one) => one.kind === kind);
  // The upstream has seats whose money is refunded: an operator has to cancel them.
  if (name === 'upstream: booked' && paidBefore && keptPaise(paidBefore) <= 0)
    holds(
      before.booking === 'booked' || isCase('booking_review'),
      'a booking of refunded money without a case',
    );
  if (before.booking === 'booked' && paidBefore && paidAfter && keptPaise(paidAfter) < keptPaise(paidBefore))
    holds(
      after.cancelledSeats > before.cancelledSeats || isCase('return_undecided') || owedPaise(paidBefore) > 0,
      'money of a booking was returned without a case',
    );
  return faults;
}

interface Reached {
  facts: OrderFacts;
  /** The first sequence that reached this state: the state before its last event, and that event. */
  from: number;
  by: string;
  /** The state after each event of the alphabet; undefined until explored. */
  next?: Int32Array;
}

/** All states reachable with a given number of events, and their violations. */
class Explored {
  readonly states: Reached[] = [{ facts: start, from: 0, by: '' }];
  readonly faults: string[] = [];
  tried = 0;
  private readonly numbers = new Map<string, number>([[keyOf(start), 0]]);

  pathTo(number: number): string {
    const { from, by } = this.states[number] ?? { from: 0, by: '' };
    return number === 0 ? '' : `${this.pathTo(from)} → ${by}`;
  }

  /** @returns the state after each event */
  follow(number: number): Int32Array {
    const state = this.states[number];
    if (!state) throw new Error('a state was lost');
    state.next ??= Int32Array.from(steps, (step) => this.step(number, state.facts, step));
    return state.next;
  }

  private step(number: number, facts: OrderFacts, step: (typeof steps)[number]): number {
    this.tried += 1;
    const { facts: after, jobs } = run(facts, step.step);
    if (after === facts) return number;
    const found = faultsOfStep(step, facts, after, jobs);
    const key = keyOf(after);
    let reached = this.numbers.get(key);
    if (reached === undefined) {
      reached = this.states.length;
      this.numbers.set(key, reached);
      this.states.push({ facts: after, from: number, by: step.name });
      found.push(...faultsOfState(after));
    }
    if (found.length > 0 && this.faults.length < 20)
      this.faults.push(`${found.join('; ')}:${this.pathTo(number)} → ${step.name}`);
    return reached;
  }

  /** After a crash that follows the commit, the event is repeated. It must change nothing. */
  checkRepeats(): void {
    for (const [number, { next }] of this.states.entries())
      for (const [index, reached] of next?.entries() ?? []) {
        const again = this.states[reached]?.next?.[index] ?? reached;
        const step = steps[index];
        if (again !== reached && !step?.mayRepeat && this.faults.length < 20)
          this.faults.push(`not the same when it comes again:${this.pathTo(number)} → ${step?.name}`);
      }
  }
}

it(`exhaustive: every sequence of up to ${longest} events satisfies the invariants`, () => {
  const explored = new Explored();
  // Number of sequences of the current length by the state they reach; far below the largest safe integer.
  let layer = new Map<number, number>([[0, 1]]);
  let sequences = 0;
  for (let length = 1; length <= longest; length += 1) {
    const nextLayer = new Map<number, number>();
    for (const [number, count] of layer)
      for (const reached of explored.follow(number))
        nextLayer.set(reached, (nextLayer.get(reached) ?? 0) + count);
    layer = nextLayer;
    for (const count of layer.values()) sequences += count;
  }
  explored.checkRepeats();
  console.info(
    `orders: ${sequences} sequences of up to ${longest} out of ${alphabet.size} events, ` +
      `${explored.states.length} states, ${explored.tried} steps`,
  );
  expect(explored.faults).toEqual([]);
  const all = Array.from({ length: longest }, (_, index) => alphabet.size ** (index + 1));
  expect(sequences).toBe(all.reduce((sum, count) => sum + count));
}, 300_000);
