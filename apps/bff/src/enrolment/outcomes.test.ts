/**
 * Every combination of payment method, report of the payment and answer of the upstream. A captured payment
 * ends as one booking or as one case that the operator sees. By default a pairwise selection runs;
 * `CHECKOUT_TABLE=all` (`pnpm lab chaos payments --table`) runs the whole table.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { type Outcome, useCheckoutStack, type WebhookFate } from '../../testing/checkout/checkout-stack.ts';
import { pairwise, wholeTable } from '../../testing/checkout/pairwise.ts';
import { countCases } from './orders/order-figures.ts';

const stack = await useCheckoutStack({ bookingWaitMs: 150, bookingTimeoutMs: 2_000 });
const { http, upstream, checkout, database } = stack;

beforeEach(() => stack.reset());

const factors = {
  outcome: ['captured', 'authorized', 'failed', 'late_authorized'],
  callback: [
    'lost',
    'before the webhook',
    'after the webhook',
    'before and after the webhook',
    'twice at once, racing the webhook',
  ],
  webhook: ['send', 'drop', 'duplicate', 'reorder', 'tamper'],
  upstream: ['fine', 'slow', 'down', 'reset', 'lost_answer'],
  idempotency: ['honoured', 'missing'],
} as const;

type Case = { [Factor in keyof typeof factors]: (typeof factors)[Factor][number] };

async function callBack(paid: object): Promise<void> {
  // A failed payment gives the browser nothing to report.
  if (!('razorpay_signature' in paid)) return;
  const answer = await http.post('/api/booking').send(paid);
  expect(answer.status).toBe(200);
  expect(answer.body.status).toBe(1);
}

async function payAndReport(row: Case, orderId: string): Promise<void> {
  const outcome: Outcome = row.outcome;
  const fate: WebhookFate = row.webhook;
  const holds = row.callback === 'before the webhook' || row.callback === 'before and after the webhook';
  const letWebhooksIn = holds ? stack.holdWebhooks() : undefined;
  const paid = await stack.pay(orderId, outcome, fate);
  if (row.callback === 'twice at once, racing the webhook')
    await Promise.all([callBack(paid), callBack(paid)]);
  if (holds) await callBack(paid);
  letWebhooksIn?.();
  await stack.idle();
  if (row.callback === 'after the webhook' || row.callback === 'before and after the webhook')
    await callBack(paid);
}

/** Advances the clock by minutes, then runs the reconciler and the queued jobs. */
async function later(minutes: number): Promise<void> {
  await stack.setClock(minutes * 60_000);
  await checkout.reconcile();
  await stack.workOff();
}

async function run(row: Case) {
  const idempotent = row.idempotency === 'honoured';
  stack.deps.settings.upstreamIdempotent = idempotent;
  upstream.honoursIdempotency = idempotent;
  const { order_id: orderId } = await stack.open();
  upstream.slowMs = 300;
  if (row.upstream === 'down') await upstream.goDown();
  else upstream.onBooking = row.upstream;
  try {
    await payAndReport(row, orderId);
    await stack.workOff();
    await later(16);
  } finally {
    await upstream.comeUp();
    upstream.onBooking = 'fine';
  }
  for (const minutes of [32, 48]) await later(minutes);
  return stack.order(orderId);
}

const rows: Case[] = process.env.CHECKOUT_TABLE === 'all' ? wholeTable(factors) : pairwise(factors);

describe('a payment ends as one booking or one case', () => {
  it.each(rows.map((row) => [Object.values(row).join(', '), row] as const))('%s', async (_name, row) => {
    const order = await run(row);
    const cases = await countCases(database);
    if (row.outcome === 'failed') {
      expect(['created', 'attempted']).toContain(order.state);
      expect({ cases, calls: upstream.bookingCalls }).toEqual({ cases: 0, calls: 0 });
      return;
    }
    expect(order.payments.map(({ role, status }) => ({ role, status }))).toEqual([
      { role: 'pays', status: 'captured' },
    ]);
    // The upstream may have made the booking. It has no idempotency keys, so the call must not be repeated.
    const unclear = row.idempotency === 'missing' && ['reset', 'lost_answer'].includes(row.upstream);
    if (unclear) {
      expect({ state: order.state, cases }).toEqual({ state: 'needs_review', cases: 1 });
      expect(upstream.bookingCalls).toBe(1);
      return;
    }
    expect({ state: order.state, cases }).toEqual({ state: 'booked', cases: 0 });
    expect(upstream.bookings.map(({ body }) => body.transaction_id)).toEqual([order.paymentId]);
  });
});
