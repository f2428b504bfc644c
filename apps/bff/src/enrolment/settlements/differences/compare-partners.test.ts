import { randomUUID } from 'node:crypto';
import { lists } from '@meridian/contracts/operators/lists';
import { beforeEach, describe, expect, it } from 'vitest';
import { useCheckoutStack } from '../../../../testing/checkout/checkout-stack.ts';
import { batchId, courseId, someBatch } from '../../../../testing/checkout/upstream-double.ts';
import { decide } from '../../decisions/decide.ts';
import { comparePartners } from './compare-partners.ts';
import { countDifferences, differenceKinds } from './difference-store.ts';

const stack = await useCheckoutStack();
const { database, http, sandbox, upstream } = stack;

beforeEach(() => stack.reset());

const compare = (change: object = {}) => comparePartners({ ...stack.deps, confirmAfterMs: 0, ...change });

async function differences() {
  const rows = await database.selectFrom('differences').selectAll().orderBy('kind').execute();
  return rows.map(({ kind, subject, order_id, batch_id, ours, theirs }) => ({
    kind,
    subject,
    orderId: order_id,
    batchId: batch_id === null ? null : Number(batch_id),
    ours,
    theirs,
  }));
}

const seatsAtUpstream = (seats: Record<string, unknown>) =>
  upstream.schedules.set(courseId, [someBatch(seats)]);

it('finds nothing if both agree', async () => {
  await stack.book();
  seatsAtUpstream({ seats_total: 20, seats_left: 10 });
  expect(await compare()).toEqual({ differences: 0, notCompared: [] });
});

it('each kind of difference has a console filter', () => {
  expect(lists.differences.filter.options.map(([value]) => value)).toEqual(differenceKinds);
});

describe('the seats of a batch', () => {
  it('differ while the upstream has sold fewer than are booked here', async () => {
    await stack.book();
    seatsAtUpstream({ seats_total: 20, seats_left: 19 });
    expect(await compare()).toMatchObject({ differences: 1 });
    expect(await differences()).toEqual([
      {
        kind: 'batch_seats',
        subject: String(batchId),
        orderId: null,
        batchId,
        ours: 'Here: 2 seats',
        theirs: 'Upstream: 1 seat',
      },
    ]);
    seatsAtUpstream({ seats_total: 20, seats_left: 18 });
    await compare();
    expect(await differences()).toEqual([]);
  });

  it.each([
    ['without a count', {}],
    ['without a total', { seats_left: 20 }],
    ['without seats left, so that it may be overbooked', { seats_total: 1, seats_left: 0 }],
    ['without the batch', { id: 5 }],
  ])('do not differ %s', async (_, seats) => {
    await stack.book();
    seatsAtUpstream(seats);
    await compare();
    expect(await differences()).toEqual([]);
  });

  it('stay as found while the upstream does not answer', async () => {
    await stack.book();
    seatsAtUpstream({ seats_total: 20, seats_left: 19 });
    await compare();
    const before = await database.selectFrom('differences').selectAll().execute();
    expect(before).toHaveLength(1);
    upstream.onSchedule = 'http_500';
    await compare();
    expect(await database.selectFrom('differences').selectAll().execute()).toEqual(before);
  });

  it('do not differ if a second read agrees', async () => {
    await stack.book();
    seatsAtUpstream({ seats_total: 20, seats_left: 19 });
    const read: typeof stack.deps.upstream.read = async (name, request) => {
      const answer = await stack.deps.upstream.read(name, request);
      seatsAtUpstream({ seats_total: 20, seats_left: 18 });
      return answer;
    };
    expect(await compare({ upstream: { read } })).toMatchObject({ differences: 0 });
    expect(await differences()).toEqual([]);
  });

  it('keep the time of the first night', async () => {
    await stack.book();
    seatsAtUpstream({ seats_total: 20, seats_left: 19 });
    await compare();
    const before = await database.selectFrom('differences').selectAll().executeTakeFirst();
    seatsAtUpstream({ seats_total: 20, seats_left: 20 });
    await compare();
    const after = await database.selectFrom('differences').selectAll().executeTakeFirst();
    expect(after).toEqual({ ...before, theirs: 'Upstream: 0 seats' });
  });
});

it('a booking differs until the upstream has the number of seats', async () => {
  const { id } = await stack.book();
  stack.deps.settings.upstreamBookingChanges = true;
  upstream.onChange = 'refuse';
  await decide(stack.deps, id, { kind: 'cancel', seats: 1 }, 'one cannot come');
  await compare();
  // The change is in progress.
  expect(await differences()).toEqual([]);
  await stack.sendBookingChanges();
  await compare();
  expect(await differences()).toMatchObject([
    {
      kind: 'booking',
      subject: id,
      orderId: id,
      ours: 'Here: 1 of 2 seats',
      theirs: 'Upstream: 2',
    },
  ]);
  await stack.closeCase('cancellation_refused', 'reported');
  await compare();
  expect(await differences()).toEqual([]);
});

describe('a refund', () => {
  it('differs in its state until it is reconciled', async () => {
    const { id } = await stack.book();
    await decide(stack.deps, id, { kind: 'cancel', seats: 1 }, 'one cannot come');
    await stack.sendRefunds();
    await compare();
    expect(await differences()).toEqual([]);
    await stack.finishRefunds('failed');
    await compare();
    expect(await differences()).toMatchObject([
      { kind: 'refund', orderId: id, ours: 'Here: pending', theirs: 'Razorpay: failed' },
    ]);
    await stack.checkout.reconcile();
    await compare();
    expect(await differences()).toEqual([]);
  });

  it('of the dashboard differs until it is recorded here', async () => {
    const { id, paymentId } = await stack.book();
    const refund = await stack.refundInDashboard(paymentId, { amount: 1_000, outcome: 'processed' });
    await compare();
    expect(await differences()).toMatchObject([
      {
        kind: 'refund',
        subject: refund.id,
        orderId: id,
        ours: 'Here: unknown',
        theirs: 'Razorpay: processed',
      },
    ]);
    await stack.checkout.reconcile();
    await compare();
    expect(await differences()).toEqual([]);
  });
});

it('a refund of another amount differs with both amounts', async () => {
  const { paymentId } = await stack.book();
  await stack.refundInDashboard(paymentId, { amount: 1_000, outcome: 'processed' });
  await stack.checkout.reconcile();
  await database.updateTable('refunds').set({ amount_paise: 900 }).execute();
  await compare();
  expect(await differences()).toMatchObject([{ kind: 'refund', ours: 'Here: ₹9', theirs: 'Razorpay: ₹10' }]);
});

describe('a payment', () => {
  it('differs while it is captured there and unknown here', async () => {
    const { order_id: orderId } = await stack.open();
    const paid = await stack.pay(orderId);
    const { id } = await stack.order(orderId);
    await compare();
    expect(await differences()).toMatchObject([
      {
        kind: 'payment',
        subject: paid.razorpay_payment_id,
        orderId: id,
        ours: 'Here: unknown',
        theirs: 'Razorpay: captured',
      },
    ]);
    await http.post('/api/booking').send(paid).expect(200);
    await compare();
    expect(await differences()).toEqual([]);
  });

  it('for an order of ours that is not in this database differs; one for another shop’s order does not', async () => {
    const { order_id: orderId } = await stack.open();
    const { razorpay_payment_id: paymentId } = await stack.pay(orderId);
    await database.deleteFrom('order_events').execute();
    await database.deleteFrom('orders').execute();
    const ofOthers = await sandbox
      .post('/v1/orders')
      .auth('rzp_test_LocalSandbox', 'sandbox_key_secret')
      .send({ amount: 50_000, currency: 'INR', receipt: randomUUID() })
      .expect(200);
    await stack.pay(ofOthers.body.id);
    await compare();
    expect(await differences()).toMatchObject([{ kind: 'payment', subject: paymentId, orderId: null }]);
  });
});

it('compares no money if the payment provider offers no account, and keeps earlier differences', async () => {
  const { order_id: orderId } = await stack.open();
  await stack.pay(orderId);
  await compare();
  const { account: _, ...provider } = stack.deps.provider;
  expect(await compare({ provider })).toEqual({ differences: 0, notCompared: ['payment', 'refund'] });
  expect(await countDifferences(database)).toMatchObject({ payment: 1 });
});
