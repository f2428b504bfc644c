import { beforeEach, expect, it } from 'vitest';
import { useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { checkLedger } from '../settlements/check-ledger.ts';
import { decide } from './decide.ts';

const stack = await useCheckoutStack();
const { database } = stack;
beforeEach(() => stack.reset());

const rupees = (amount: number) => amount * 100;

async function bookedOrder() {
  const { id, orderId } = await stack.book();
  return { id, order: () => stack.order(orderId) };
}

const give = (id: string, paise: number, withNote = false) =>
  decide(stack.deps, id, { kind: 'goodwill', paise, withNote }, 'the room was cold');
const settle = async () => {
  await stack.finishRefunds();
  await stack.checkout.reconcile();
};
const correctionsOf = (id: string) =>
  database
    .selectFrom('document_requests')
    .select(['reason', 'credited_paise'])
    .where('order_id', '=', id)
    .where('kind', '=', 'correction')
    .execute();

it('refunds an amount while the seats stay, and requests a credit note only if it reduces the price', async () => {
  const { id, order } = await bookedOrder();
  const shown = await stack.deps.decisions.preview(id, {
    kind: 'goodwill',
    paise: rupees(500),
    withNote: false,
  });
  const { plan } = await give(id, rupees(500));
  const expected = { digest: shown.plan.digest, requestedPaise: rupees(500), seats: 0, isCredited: false };
  expect(plan).toMatchObject(expected);
  await settle();
  expect(await order()).toMatchObject({ state: 'booked', cancelledSeats: 0 });
  expect(await correctionsOf(id)).toEqual([]);
  expect((await give(id, rupees(250), true)).plan.isCredited).toBe(true);
  await settle();
  expect(await correctionsOf(id)).toEqual([{ reason: 'goodwill', credited_paise: String(rupees(250)) }]);
  expect((await order()).state).toBe('booked');
  expect(await checkLedger(database)).toBe(0);
});

it('refunds at most what is retained; a later cancellation then refunds no more than was paid', async () => {
  const { id, order } = await bookedOrder();
  const total = (await order()).payments[0]?.amountPaise ?? 0;
  await expect(give(id, total + 1)).rejects.toMatchObject({ code: 'goodwill_too_high' });
  await give(id, rupees(1_000));
  await settle();
  await expect(give(id, total)).rejects.toMatchObject({ code: 'goodwill_too_high' });
  const { plan } = await decide(stack.deps, id, { kind: 'cancel' }, 'cannot come');
  expect(plan.requestedPaise).toBe(total - rupees(1_000));
  await settle();
  expect((await order()).state).toBe('refunded');
  expect(await checkLedger(database)).toBe(0);
});

it('is refused for an order that is not booked, and while a refund is not answered', async () => {
  const { order_id: open } = await stack.open();
  const { id: openId } = await stack.order(open);
  await expect(give(openId, 100)).rejects.toMatchObject({ code: 'not_booked' });
  const { id } = await bookedOrder();
  await stack.fault('http_500', 5);
  expect((await give(id, rupees(10))).followUp).toBe('pending');
  await expect(give(id, rupees(10))).rejects.toMatchObject({ code: 'refund_unanswered' });
});

it('is made once if two operators confirm the same preview', async () => {
  const { id, order } = await bookedOrder();
  const decision = { kind: 'goodwill', paise: rupees(500), withNote: false } as const;
  const { digest } = (await stack.deps.decisions.preview(id, decision)).plan;
  await decide(stack.deps, id, decision, 'the room was cold', digest);
  await settle();
  await expect(decide(stack.deps, id, decision, 'the room was cold', digest)).rejects.toMatchObject({
    code: 'preview_differs',
  });
  const [payment] = (await order()).payments;
  expect(payment?.refunds).toHaveLength(1);
  expect(await checkLedger(database)).toBe(0);
});
