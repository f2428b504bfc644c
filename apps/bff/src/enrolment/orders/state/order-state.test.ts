import { orderStates } from '@meridian/contracts/enrolment/orders';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { casesOf } from '../cases/order-cases.ts';
import { type OrderEvent, type ReturnReason, returnReasons } from './order-events.ts';
import {
  bookingIsDue,
  type OrderFacts,
  payingPayment,
  refundOf,
  refundsDue,
  returnedPaise,
} from './order-facts.ts';
import { stateOf, transition } from './order-state.ts';

const unitPaise = 9_500_00;
const total = 22_420_00;
const fresh: OrderFacts = {
  unitPaise,
  coupon: null,
  repriced: null,
  seats: 2,
  totalPaise: total,
  gstPercent: 18,
  erased: false,
  booking: 'none',
  overdue: false,
  cancelledSeats: 0,
  reportedSeats: 0,
  payments: {},
  posted: [],
};

const tried = (paymentId = 'pay_1'): OrderEvent => ({ kind: 'payment_tried', paymentId });
const captured = (paymentId = 'pay_1', amountPaise = total, currency = 'INR'): OrderEvent => ({
  kind: 'payment_captured',
  paymentId,
  amountPaise,
  currency,
});
/** A refund of the whole payment, made in the dashboard. */
const refunded = (paymentId = 'pay_1', change: object = {}): OrderEvent => ({
  kind: 'refund_seen',
  paymentId,
  paymentPaise: total,
  currency: 'INR',
  refundId: `of ${paymentId}`,
  amountPaise: total,
  state: 'processed',
  captured: true,
  fresh: false,
  ...change,
});
const failedRefund = (paymentId = 'pay_1') => refunded(paymentId, { state: 'failed' });
const requested = (paymentId = 'pay_1', amountPaise = total, refundId = `of ${paymentId}`): OrderEvent => ({
  kind: 'refund_requested',
  paymentId,
  refundId,
  amountPaise,
});
const confirmed: OrderEvent = { kind: 'booking_confirmed' };
const stuck: OrderEvent = { kind: 'booking_stuck', mayExistUpstream: false };
const unclear: OrderEvent = { kind: 'booking_stuck', mayExistUpstream: true };
const seatsGone: OrderEvent = { kind: 'seats_gone', policy: 'refund' };
const overdue: OrderEvent = { kind: 'booking_overdue' };
const book: OrderEvent = { kind: 'operator_book' };
const withhold: OrderEvent = { kind: 'operator_withhold' };
const refund: OrderEvent = { kind: 'operator_refund' };
const transferred: OrderEvent = { kind: 'operator_transfer', reference: 'UTR1' };
const returned: OrderEvent = { kind: 'operator_returns_unmatched' };
const cancel = (seats: number): OrderEvent => ({ kind: 'operator_cancel', seats });
const closedCase = (statement: 'booked' | 'not_booked' | ReturnReason): OrderEvent => ({
  kind: 'case_settled',
  statement,
});
const answered: OrderEvent = { kind: 'case_settled', statement: 'answered', disputeId: 'disp_1' };
const closing = [closedCase('booked'), closedCase('not_booked'), answered, ...returnReasons.map(closedCase)];
const dispute = (phase: 'opened' | 'action' | 'waiting' | 'won' | 'lost'): OrderEvent => ({
  kind: 'dispute_seen',
  paymentId: 'pay_1',
  paymentPaise: total,
  currency: 'INR',
  disputeId: 'disp_1',
  phase,
  lostPaise: phase === 'lost' ? total : 0,
});

function run(events: readonly OrderEvent[], from = fresh) {
  let facts = from;
  let jobs = 0;
  const states = ['created'];
  for (const event of events) {
    const step = transition(facts, event);
    facts = step.facts;
    jobs += step.effects.length;
    states.push(step.state);
  }
  return { facts, jobs, states, state: stateOf(facts) };
}

describe('an order', () => {
  it.each<[string, OrderEvent[], string[], number]>([
    ['a failed attempt', [tried()], ['attempted'], 0],
    ['a failed attempt and a payment', [tried(), captured('pay_2')], ['attempted', 'paid'], 1],
    ['an authorization and its capture', [tried(), captured()], ['attempted', 'paid'], 1],
    ['a payment and its booking', [captured(), confirmed], ['paid', 'booked'], 1],
    ['a capture that is reported twice', [captured(), captured(), confirmed], ['paid', 'paid', 'booked'], 1],
    [
      'a capture that is reported after the booking',
      [captured(), confirmed, captured()],
      ['paid', 'booked', 'booked'],
      1,
    ],
    ['an old failure that is reported later', [captured(), tried()], ['paid', 'paid'], 1],
    ['a refusal by the upstream', [captured(), stuck], ['paid', 'needs_review'], 1],
    [
      'a booking that the operator orders',
      [captured(), stuck, book, confirmed],
      ['paid', 'needs_review', 'needs_review', 'booked'],
      2,
    ],
    [
      'a refund that the operator decides',
      [captured(), stuck, refund, refunded()],
      ['paid', 'needs_review', 'refund_due', 'refunded'],
      1,
    ],
    [
      'a refund that fails',
      [captured(), stuck, refund, refunded(), refunded('pay_1', { state: 'failed', fresh: true })],
      ['paid', 'needs_review', 'refund_due', 'refunded', 'refund_due'],
      1,
    ],
    [
      'a booking that the operator found at the upstream',
      [captured(), stuck, closedCase('booked')],
      ['paid', 'needs_review', 'booked'],
      1,
    ],
    ['a second payment', [captured(), confirmed, captured('pay_2')], ['paid', 'booked', 'refund_due'], 1],
    [
      'a second payment before the booking',
      [captured(), captured('pay_2'), confirmed],
      ['paid', 'refund_due', 'refund_due'],
      1,
    ],
    [
      'a refunded second payment',
      [captured(), confirmed, captured('pay_2'), refunded('pay_2')],
      ['paid', 'booked', 'refund_due', 'booked'],
      1,
    ],
    ['a payment of another amount', [captured('pay_1', total - 1)], ['needs_review'], 0],
    ['a payment in another currency', [captured('pay_1', total, 'USD')], ['needs_review'], 0],
    [
      'an accepted payment of another amount',
      [captured('pay_1', total - 1), book, confirmed],
      ['needs_review', 'needs_review', 'booked'],
      1,
    ],
    [
      'a refunded payment of another amount',
      [captured('pay_1', total - 1), refunded()],
      ['needs_review', 'refunded'],
      0,
    ],
    [
      'a payment of another amount and a payment of the right amount',
      [captured('pay_1', 1), captured('pay_2'), confirmed],
      ['needs_review', 'refund_due', 'refund_due'],
      1,
    ],
    ['a refund before the booking', [captured(), refunded()], ['paid', 'refunded'], 1],
    [
      'a refund during the booking call',
      [captured(), refunded(), confirmed, closedCase('not_booked')],
      ['paid', 'refunded', 'needs_review', 'refunded'],
      1,
    ],
    ['a refund after the booking', [captured(), confirmed, refunded()], ['paid', 'booked', 'refunded'], 1],
    [
      'a payment after a refund',
      [captured(), confirmed, refunded(), captured('pay_2')],
      ['paid', 'booked', 'refunded', 'refund_due'],
      1,
    ],
    ['a refund that is reported before its capture', [refunded(), captured()], ['refunded', 'refunded'], 0],
    [
      'a new payment after a refund without a booking',
      [refunded(), captured('pay_2')],
      ['refunded', 'needs_review'],
      0,
    ],
    [
      'a booking without a payment',
      [confirmed, stuck, book, refund, closedCase('booked')],
      ['created', 'created', 'created', 'created', 'created'],
      0,
    ],
  ])('has the expected states after %s', (_name, events, states, jobs) => {
    const result = run(events);
    expect(result.states.slice(1)).toEqual(states);
    expect(result.jobs).toBe(jobs);
  });
});

describe('cases', () => {
  it.each<[string, OrderEvent[], string[]]>([
    ['no case for a booking', [captured(), confirmed], []],
    [
      "a second payment, also after the booking's case was closed",
      [captured(), stuck, captured('pay_2'), closedCase('booked')],
      ['second_payment pay_2'],
    ],
    [
      'a second payment that closing its case does not refund',
      [captured(), confirmed, captured('pay_2'), ...closing],
      ['second_payment pay_2'],
    ],
    [
      'a second payment refunded outside this system',
      [captured(), confirmed, captured('pay_2'), returned, transferred],
      [],
    ],
    ['no case for a refund in progress', [captured(), stuck, refund, requested()], []],
    [
      'a refund that failed',
      [captured(), stuck, refund, requested(), failedRefund()],
      ['refund_failed pay_1'],
    ],
    [
      'a refund that failed after it was processed',
      [
        captured(),
        stuck,
        refund,
        requested(),
        refunded(),
        refunded('pay_1', { state: 'failed', fresh: true }),
      ],
      ['refund_failed pay_1'],
    ],
    [
      'no case for a processed refund whose failure is only reported, until it is read from the payment provider',
      [captured(), stuck, refund, requested(), refunded(), failedRefund()],
      [],
    ],
    ['a refund decided but not sent', [captured(), stuck, refund], ['refund_unsent pay_1']],
    ['a payment for which no seats are left', [captured(), seatsGone], ['refund_unsent pay_1']],
    ['a payment without seats left, booked nevertheless by the operator', [captured(), seatsGone, book], []],
    ['no seats left for a booking that the operator ordered', [captured(), stuck, book, seatsGone], []],
    [
      'part of the money refunded in the dashboard',
      [captured(), confirmed, refunded('pay_1', { amountPaise: 100 })],
      ['return_undecided pay_1'],
    ],
    [
      'the dashboard refund of a booking, decided',
      [captured(), confirmed, refunded(), closedCase('goodwill')],
      [],
    ],
    [
      'a failed dashboard refund: nothing is owed, and nothing left to decide',
      [captured(), confirmed, refunded('pay_1', { state: 'pending' }), failedRefund()],
      [],
    ],
    [
      'a dashboard refund that failed after it was decided',
      [
        captured(),
        confirmed,
        refunded('pay_1', { state: 'pending' }),
        closedCase('price_reduction'),
        failedRefund(),
      ],
      ['refund_failed pay_1'],
    ],
    ['no case for an automatic refund', [tried(), refunded('pay_1', { captured: false })], []],
    [
      'an automatic refund that failed',
      [tried(), refunded('pay_1', { captured: false, state: 'failed' })],
      ['refund_failed pay_1'],
    ],
    ['a dispute', [captured(), confirmed, dispute('opened')], ['dispute disp_1']],
    ['a dispute that was answered', [captured(), confirmed, dispute('opened'), answered], []],
    [
      'a dispute that needs another response',
      [captured(), confirmed, dispute('opened'), dispute('waiting'), dispute('action')],
      ['dispute disp_1'],
    ],
    ['a dispute that was won', [captured(), confirmed, dispute('opened'), dispute('won')], []],
    ['a dispute that was lost', [captured(), confirmed, dispute('lost')], ['return_undecided pay_1']],
    ['an hour without a booking', [captured(), overdue], ['booking_overdue ']],
    ['a booking after more than an hour', [captured(), overdue, confirmed], []],
    [
      'a cancelled seat with its refund in progress',
      [captured(), confirmed, cancel(1), requested('pay_1', total / 2)],
      [],
    ],
    [
      'a booking that the operator ordered and then withheld',
      [captured(), stuck, book, withhold],
      ['booking_review '],
    ],
    [
      'a booking that may have been made while its money was refunded',
      [captured(), refund, unclear],
      ['booking_review ', 'refund_unsent pay_1'],
    ],
  ])('%s', (_name, events, cases) => {
    const { facts } = run(events);
    expect(casesOf(facts).map(({ kind, subject }) => `${kind} ${subject}`)).toEqual(cases);
  });

  it('an erased order that is paid later becomes a case: it cannot be booked, and the money is refunded', () => {
    const erased = { ...fresh, erased: true };
    const asked = run([captured(), book], erased);
    expect({ jobs: asked.jobs, states: asked.states.slice(1) }).toEqual({
      jobs: 0,
      states: ['needs_review', 'needs_review'],
    });
    expect(casesOf(asked.facts)).toEqual([{ kind: 'booking_review', subject: '' }]);
    expect(run([captured(), refund, requested(), refunded()], erased).state).toBe('refunded');
  });

  it('the remaining seats keep their price', () => {
    const one = run([captured(), confirmed, cancel(1)]).facts;
    expect(refundsDue(one)).toEqual([{ paymentId: 'pay_1', amountPaise: total / 2 }]);
    const again = run([captured(), confirmed, cancel(1), cancel(1)]).facts;
    expect(again.cancelledSeats).toBe(2);
    const unanswered = run([
      captured(),
      confirmed,
      cancel(1),
      requested('pay_1', total / 2),
      cancel(1),
    ]).facts;
    expect(unanswered.cancelledSeats, 'a repeated command while the first one is not answered').toBe(1);
    const both = run([captured(), confirmed, cancel(2)]).facts;
    expect(refundsDue(both)).toEqual([{ paymentId: 'pay_1', amountPaise: total }]);
    expect(run([captured(), confirmed, cancel(3)]).facts.cancelledSeats).toBe(0);
  });

  it('an automatic refund leaves the order open for the next payment', () => {
    const { state, jobs } = run([tried(), refunded('pay_1', { captured: false }), captured('pay_2')]);
    expect({ state, jobs }).toEqual({ state: 'paid', jobs: 1 });
  });
});

const paymentId = fc.constantFrom('pay_1', 'pay_2', 'pay_3');
const anyEvent: fc.Arbitrary<OrderEvent> = fc.oneof(
  paymentId.map((id) => tried(id)),
  fc
    .tuple(
      paymentId,
      fc.constantFrom(total, total, total, total - 100),
      fc.constantFrom('INR', 'INR', 'INR', 'USD'),
    )
    .map(([id, amount, currency]) => captured(id, amount, currency)),
  paymentId.map((id) => refunded(id)),
  paymentId.map((id) => failedRefund(id)),
  paymentId.map((id) => requested(id)),
  fc.constantFrom(
    confirmed,
    stuck,
    unclear,
    overdue,
    book,
    withhold,
    refund,
    returned,
    transferred,
    cancel(1),
    ...closing,
  ),
);

describe('any sequence of events, in any order and with any repetition', () => {
  it('never leads back from paid, and never changes which payment pays', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 25 }), (events) => {
        let facts = fresh;
        let paying: string | null = null;
        for (const event of events) {
          const step = transition(facts, event);
          expect(orderStates).toContain(step.state);
          if (paying !== null) {
            expect(['created', 'attempted']).not.toContain(step.state);
            expect(payingPayment(step.facts)).toBe(paying);
          }
          paying = payingPayment(step.facts);
          facts = step.facts;
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('never books twice: a booking once made is never due again', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 25 }), (events) => {
        let facts = fresh;
        let booked = false;
        for (const event of events) {
          const step = transition(facts, event);
          if (booked) expect(bookingIsDue(step.facts)).toBe(false);
          if (booked) expect(step.effects).toEqual([]);
          booked ||= step.facts.booking === 'booked';
          facts = step.facts;
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('never loses a payment: each captured payment is booked, being booked, in review, or refunded now or later', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 25 }), (events) => {
        let facts = fresh;
        const seen = new Set<string>();
        for (const event of events) {
          facts = transition(facts, event).facts;
          if (event.kind === 'payment_captured') seen.add(event.paymentId);
          for (const id of seen) {
            const part = facts.payments[id];
            const state = stateOf(facts);
            const money = part && refundOf(part);
            if (!part || money === 'done') continue;
            if (money === 'due') expect(['refund_due', 'needs_review']).toContain(state);
            else {
              expect(part.role).toBe('pays');
              expect(['due', 'ordered', 'booked', 'review']).toContain(facts.booking);
              expect(['paid', 'booked', 'needs_review', 'refund_due']).toContain(state);
            }
          }
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('does not change with a repeated event, apart from decisions of operators and confirmed bookings', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 15 }), anyEvent, (events, last) => {
        if (last.kind.startsWith('operator') || last.kind === 'booking_confirmed') return;
        const once = transition(run(events).facts, last);
        const twice = transition(once.facts, last);
        expect(twice.changed).toBe(false);
        expect(twice.effects).toEqual([]);
        expect(twice.state).toBe(once.state);
      }),
      { numRuns: 1000 },
    );
  });

  it('never counts a closed case as refunded money', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 15 }), (events) => {
        const { facts: before } = run(events);
        const after = closing.reduce((facts, event) => transition(facts, event).facts, before);
        for (const [id, part] of Object.entries(before.payments)) {
          const later = after.payments[id];
          expect(later && returnedPaise(later)).toBe(returnedPaise(part));
        }
        expect(refundsDue(after)).toEqual(refundsDue(before));
      }),
    );
  });
});
