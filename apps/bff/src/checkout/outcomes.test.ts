/**
 * Every way in which a payment can come in, times every way in which it can be told, times every way in which the
 * upstream can answer: one booking for a captured payment, or one case that the operator sees.
 * A pairwise selection runs by default; `CHECKOUT_TABLE=all` runs the whole table.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { type Outcome, useCheckoutStack, type WebhookFate } from './testing/checkout-stack.ts';
import { pairwise, wholeTable } from './testing/pairwise.ts';

const stack = await useCheckoutStack({ bookingWaitMs: 150, bookingTimeoutMs: 2_000 });
const { http, upstream, checkout } = stack;

beforeEach(() => stack.reset());

const factors = {
  outcome: ['captured', 'authorized', 'failed', 'late_authorized'],
  callback: ['lost', 'races the webhook', 'after the webhook', 'twice'],
  webhook: ['send', 'drop', 'duplicate', 'reorder', 'tamper'],
  upstream: ['fine', 'slow', 'reset', 'lost_answer'],
  idempotency: ['honoured', 'missing'],
} as const;

type Case = { [Factor in keyof typeof factors]: (typeof factors)[Factor][number] };

async function callBack(kind: Case['callback'], paid: object): Promise<void> {
  if (kind === 'lost' || !('razorpay_signature' in paid)) return;
  if (kind !== 'races the webhook') await stack.idle();
  const calls = Array.from({ length: kind === 'twice' ? 2 : 1 }, () => http.post('/api/booking').send(paid));
  for (const answer of await Promise.all(calls)) {
    expect(answer.status).toBe(200);
    expect(answer.body.status).toBe(1);
  }
}

async function play(row: Case) {
  stack.deps.settings.upstreamIdempotent = row.idempotency === 'honoured';
  upstream.honoursIdempotency = row.idempotency === 'honoured';
  upstream.onBooking = row.upstream;
  upstream.slowMs = 300;
  const { order_id: orderId } = await stack.open();
  const outcome: Outcome = row.outcome;
  const fate: WebhookFate = row.webhook;
  await callBack(row.callback, await stack.pay(orderId, outcome, fate));
  await stack.idle();
  const { id } = await stack.order(orderId);
  await checkout.settle([id]);
  await checkout.idle();
  upstream.onBooking = 'fine';
  for (const minutes of [16, 32, 48]) {
    stack.setClock(minutes * 60_000);
    await checkout.reconcile();
    await checkout.settle([id]);
  }
  return stack.order(orderId);
}

const rows: Case[] = process.env.CHECKOUT_TABLE === 'all' ? wholeTable(factors) : pairwise(factors);

describe('a payment', () => {
  it.each(rows.map((row) => [Object.values(row).join(', '), row] as const))('%s', async (_name, row) => {
    const order = await play(row);
    if (row.outcome === 'failed') {
      expect(['created', 'attempted']).toContain(order.state);
      expect(upstream.bookings).toEqual([]);
      return;
    }
    expect(order.payments.map(({ role }) => role)).toEqual(['pays']);
    const unclear = row.idempotency === 'missing' && ['reset', 'lost_answer'].includes(row.upstream);
    if (unclear) {
      expect(order.state).toBe('needs_review');
      expect(upstream.bookingCalls).toBe(1);
      return;
    }
    expect(order.state).toBe('booked');
    expect(upstream.bookings.map(({ body }) => body.transaction_id)).toEqual([order.paymentId]);
  });
});
