import { orderStates } from '@meridian/contracts/checkout/orders';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bookingIsDue,
  type OrderEvent,
  type OrderFacts,
  payingPayment,
  refundsDue,
  stateOf,
  transition,
} from './order-state.ts';

const total = 22_419_00;
const fresh: OrderFacts = { totalPaise: total, booking: 'none', payments: {} };

const tried = (paymentId = 'pay_1'): OrderEvent => ({ kind: 'payment_tried', paymentId });
const captured = (paymentId = 'pay_1', amountPaise = total, currency = 'INR'): OrderEvent => ({
  kind: 'payment_captured',
  paymentId,
  amountPaise,
  currency,
});
const refunded = (paymentId = 'pay_1'): OrderEvent => ({ kind: 'payment_refunded', paymentId });
const failedRefund = (paymentId = 'pay_1'): OrderEvent => ({ kind: 'refund_failed', paymentId });
const confirmed: OrderEvent = { kind: 'booking_confirmed' };
const stuck: OrderEvent = { kind: 'booking_stuck' };
const book: OrderEvent = { kind: 'operator_book' };
const refund: OrderEvent = { kind: 'operator_refund' };
const close: OrderEvent = { kind: 'operator_close' };

function run(events: readonly OrderEvent[]) {
  let facts = fresh;
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
    ['a failed try', [tried()], ['attempted'], 0],
    ['fails, then pays', [tried(), captured('pay_2')], ['attempted', 'paid'], 1],
    ['authorised, then captured', [tried(), captured()], ['attempted', 'paid'], 1],
    ['pays and is booked', [captured(), confirmed], ['paid', 'booked'], 1],
    ['told twice of the capture', [captured(), captured(), confirmed], ['paid', 'paid', 'booked'], 1],
    [
      'told of the capture after the booking',
      [captured(), confirmed, captured()],
      ['paid', 'booked', 'booked'],
      1,
    ],
    ['told of an old failure', [captured(), tried()], ['paid', 'paid'], 1],
    ['the upstream refuses', [captured(), stuck], ['paid', 'needs_review'], 1],
    [
      'the operator books',
      [captured(), stuck, book, confirmed],
      ['paid', 'needs_review', 'needs_review', 'booked'],
      2,
    ],
    [
      'the operator refunds',
      [captured(), stuck, refund, refunded()],
      ['paid', 'needs_review', 'refund_due', 'refunded'],
      1,
    ],
    [
      'the refund fails',
      [captured(), stuck, refund, refunded(), failedRefund()],
      ['paid', 'needs_review', 'refund_due', 'refunded', 'refund_due'],
      1,
    ],
    ['the operator found it booked', [captured(), stuck, close], ['paid', 'needs_review', 'booked'], 1],
    ['a second payment', [captured(), confirmed, captured('pay_2')], ['paid', 'booked', 'refund_due'], 1],
    [
      'a second payment before the booking',
      [captured(), captured('pay_2'), confirmed],
      ['paid', 'refund_due', 'refund_due'],
      1,
    ],
    [
      'a second payment given back',
      [captured(), confirmed, captured('pay_2'), refunded('pay_2')],
      ['paid', 'booked', 'refund_due', 'booked'],
      1,
    ],
    ['another amount', [captured('pay_1', total - 1)], ['needs_review'], 0],
    ['another currency', [captured('pay_1', total, 'USD')], ['needs_review'], 0],
    [
      'another amount, accepted',
      [captured('pay_1', total - 1), book, confirmed],
      ['needs_review', 'needs_review', 'booked'],
      1,
    ],
    [
      'another amount, given back',
      [captured('pay_1', total - 1), refunded()],
      ['needs_review', 'refunded'],
      0,
    ],
    [
      'another amount, then the right one',
      [captured('pay_1', 1), captured('pay_2'), confirmed],
      ['needs_review', 'refund_due', 'refund_due'],
      1,
    ],
    ['refunded before the booking', [captured(), refunded()], ['paid', 'refunded'], 1],
    [
      'refunded while being booked',
      [captured(), refunded(), confirmed, close],
      ['paid', 'refunded', 'needs_review', 'refunded'],
      1,
    ],
    ['refunded after the booking', [captured(), confirmed, refunded()], ['paid', 'booked', 'refunded'], 1],
    [
      'a payment after a refund',
      [captured(), confirmed, refunded(), captured('pay_2')],
      ['paid', 'booked', 'refunded', 'refund_due'],
      1,
    ],
    ['the refund told before the capture', [refunded(), captured()], ['refunded', 'refunded'], 0],
    [
      'a new payment after an unbooked refund',
      [refunded(), captured('pay_2')],
      ['refunded', 'needs_review'],
      0,
    ],
    [
      'a booking without a payment',
      [confirmed, stuck, book, refund, close],
      ['created', 'created', 'created', 'created', 'created'],
      0,
    ],
  ])('%s', (_name, events, states, jobs) => {
    const result = run(events);
    expect(result.states.slice(1)).toEqual(states);
    expect(result.jobs).toBe(jobs);
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
  fc.constantFrom(confirmed, stuck, book, refund, close),
);

describe('any sequence of events, in any order and with any repetition', () => {
  it('never leads back from paid, and never changes the payment that pays', () => {
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

  it('never loses a payment: each captured one is booked, being booked, or somebody sees it', () => {
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
            if (part?.refund === 'done') continue;
            if (part?.refund === 'due') expect(['refund_due', 'needs_review']).toContain(state);
            else {
              expect(part?.role).toBe('pays');
              expect(['due', 'ordered', 'booked', 'review']).toContain(facts.booking);
              expect(['paid', 'booked', 'needs_review', 'refund_due']).toContain(state);
            }
          }
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('says the same again to the same event', () => {
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

  it('leaves nothing to refund once the operator has closed the case', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 15 }), (events) => {
        const after = transition(run(events).facts, close);
        expect(refundsDue(after.facts)).toEqual([]);
      }),
    );
  });
});
