/** Invalid webhooks, also with a valid signature. */
import { createHmac } from 'node:crypto';
import type { Random } from '../random.ts';
import { webhookAddress } from './addresses.ts';
import { postOf, randomBytes } from './bytes.ts';
import type { Fault } from './http-faults.ts';

const secret = 'sandbox_webhook_secret';
const events = [
  'payment.captured',
  'payment.authorized',
  'payment.failed',
  'order.paid',
  'refund.processed',
  'refund.failed',
  'refund.created',
  'payment.dispute.created',
  'payment.dispute.lost',
  'nothing',
  '',
  'x'.repeat(300),
  '\u0000',
];
const values: unknown[] = [
  '',
  'pay_1',
  'pay_\u0000',
  'order_1',
  '\ud800',
  'x'.repeat(10_000),
  'INR',
  'captured',
  'refunded',
  '__proto__',
  null,
  true,
  0,
  -1,
  1.5,
  1e21,
  2 ** 53,
  1e308,
  [],
  [[]],
  {},
  { length: { toString: 1 } },
  { toString: 1, valueOf: 1 },
];
const fields = [
  'id',
  'order_id',
  'amount',
  'currency',
  'status',
  'amount_refunded',
  'payment_id',
  'notes',
  'captured',
];
const texts = [
  '',
  '{',
  'null',
  '[]',
  '1',
  '"x"',
  '{"event":1}',
  '{"event":"payment.captured","payload":null}',
  '\u0000',
];

const sign = (body: Buffer) => createHmac('sha256', secret).update(body).digest('hex');

function signed(random: Random, body: Buffer): Buffer {
  const id = random.chance(0.5)
    ? []
    : [`X-Razorpay-Event-Id: ${random.pick(['evt_1', '', 'x'.repeat(5_000), 'a\u0001b'])}`];
  return postOf(webhookAddress, random.pick(['application/json', 'text/plain', 'x/y']), body, [
    `X-Razorpay-Signature: ${sign(body)}`,
    ...id,
  ]);
}

function entityOf(random: Random): Record<string, unknown> {
  const sound = {
    id: `pay_${random.between(1, 50)}`,
    order_id: `order_${random.between(1, 50)}`,
    amount: 100,
    currency: 'INR',
    status: 'captured',
    amount_refunded: 0,
  };
  const odd = Array.from({ length: random.between(0, 3) }, () => [random.pick(fields), random.pick(values)]);
  return { ...sound, ...Object.fromEntries(odd) };
}

export const webhookFaults: Record<string, Fault> = {
  'signed webhook'(random) {
    const part = random.pick(['payment', 'order', 'refund', 'dispute']);
    const body = {
      event: random.pick(events),
      payload: { payment: { entity: entityOf(random) }, [part]: { entity: entityOf(random) } },
    };
    return signed(random, Buffer.from(JSON.stringify(body)));
  },
  'signed nonsense': (random) =>
    signed(random, random.chance(0.5) ? Buffer.from(random.pick(texts)) : randomBytes(random, 3_000)),
  'signed and deep'(random) {
    const depth = random.between(1_000, 100_000);
    return signed(
      random,
      Buffer.from(`{"event":"payment.captured","payload":${'['.repeat(depth)}${']'.repeat(depth)}}`),
    );
  },
  'signed and large': (random) => signed(random, Buffer.alloc(random.between(100_000, 1_200_000), 'x')),
  'forged webhook'(random) {
    const body = Buffer.from(JSON.stringify({ event: random.pick(events) }));
    const signature = random.pick([
      sign(body).replace(/./, 'z'),
      '0'.repeat(64),
      'x',
      '',
      '\u00ff'.repeat(64),
    ]);
    return postOf(webhookAddress, 'application/json', body, [`X-Razorpay-Signature: ${signature}`]);
  },
};
