import { beforeEach, expect, it } from 'vitest';
import { useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { decide } from '../decisions/decide.ts';

const stack = await useCheckoutStack({ bookingWaitMs: 60 });
const { checkout, http, cases } = stack;

beforeEach(() => stack.reset());

const hourMs = 60 * 60_000;

async function paidOrder() {
  const { order_id: providerOrderId, receipt_path: path } = await stack.open();
  const paid = await stack.pay(providerOrderId, 'captured', 'send');
  await stack.idle();
  await stack.workOff();
  return { ...(await stack.order(providerOrderId)), providerOrderId, path, paid };
}

it('a refund without an answer for an hour is a case until the payment provider answers', async () => {
  const { id } = await paidOrder();
  await stack.fault('http_500', 50);
  expect((await decide(stack.deps, id, { kind: 'cancel' }, 'asked for')).followUp).toBe('pending');
  await checkout.reconcile();
  expect(await cases()).not.toContain('refund_overdue');
  await stack.setClock(hourMs + 60_000);
  await checkout.reconcile();
  expect(await cases()).toContain('refund_overdue');
  await checkout.reconcile();
  expect((await cases()).filter((kind) => kind === 'refund_overdue')).toHaveLength(1);

  await stack.sandbox.delete('/_sandbox/faults').expect(200);
  await stack.sendRefunds();
  await stack.finishRefunds();
  await checkout.reconcile();
  expect(await cases()).not.toContain('refund_overdue');
});

it('after two payments, the receipt says "refunded" only once both are refunded', async () => {
  stack.upstream.onBooking = 'refuse';
  const { providerOrderId, id, path } = await paidOrder();
  await stack.pay(providerOrderId, 'captured', 'send');
  await stack.idle();
  await stack.workOff();
  await decide(stack.deps, id, { kind: 'refund' }, 'asked for');
  const [first] = (await stack.order(providerOrderId)).payments.flatMap(({ refunds }) => refunds);
  await stack.sandbox
    .post('/_sandbox/refunds')
    .send({ refund_id: first?.providerRefundId, outcome: 'processed' })
    .expect(200);
  await stack.idle();
  await stack.workOff();
  const stateOf = async () =>
    (await http.get(`/api${path.replace('/receipt/', '/receipts/')}`)).body.data.state;
  expect(await stateOf()).toBe('refund_due');
  await stack.finishRefunds();
  await checkout.reconcile();
  expect(await stateOf()).toBe('refunded');
});
