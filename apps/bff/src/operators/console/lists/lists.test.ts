import { type ListName, listNames, listPage, lists } from '@meridian/contracts/operators/lists';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { useConsole } from '../../../../testing/console/console-stack.ts';

const { stack, database, call, operator } = await useConsole();
const { cookie } = await operator('viewer');

beforeEach(() => stack.reset());

/** @returns a page, validated with its contract */
async function page(name: ListName, query = '') {
  const { status, json } = await call('GET', `/lists/${name}${query}`, { cookie });
  expect(status).toBe(200);
  expect(listPage(name).strict().parse(json.data)).toEqual(json.data);
  return json.data;
}

async function paidOrder(): Promise<{ orderId: string; paymentId: string }> {
  const { order_id: orderId } = await stack.open();
  const paid = await stack.pay(orderId);
  await stack.http.post('/api/booking').send(paid).expect(200);
  return { orderId: (await stack.order(orderId)).id, paymentId: paid.razorpay_payment_id };
}

const addRefunds = (
  { orderId, paymentId }: { orderId: string; paymentId: string },
  state: string,
  count = 1,
) =>
  sql`insert into refunds (id, order_id, payment_id, amount_paise, state, source, created_at, updated_at)
    select gen_random_uuid(), ${orderId}, ${paymentId}, 100 * number, ${state}, 'operator',
      now() - number * interval '1 minute', now()
    from generate_series(1, ${count}) as number`.execute(database);

it.each(listNames)('%s can be filtered only by its options', async (name) => {
  for (const [value] of lists[name].filter.options) await page(name, `?filter=${value}`);
  expect((await call('GET', `/lists/${name}?filter=other`, { cookie })).status).toBe(400);
});

it('shows refunds with payer, amount and state, and filters open ones', async () => {
  const order = await paidOrder();
  await addRefunds(order, 'processed');
  await addRefunds(order, 'pending');
  const open = await page('refunds', '?filter=open');
  expect(open).toMatchObject({ count: 1, next: null });
  expect(open.rows).toMatchObject([
    { order_id: order.orderId, payer: 'Asha Nair', amount_paise: 100, state: 'pending' },
  ]);
  expect(await page('refunds')).toMatchObject({ count: 2 });
});

it('reads a long list in pages, each row once, newest first', async () => {
  await addRefunds(await paidOrder(), 'processed', 250);
  const amounts: number[] = [];
  let next: string | null = '';
  while (next !== null) {
    const read = await page('refunds', next === '' ? '' : `?before=${next}`);
    expect(read.count).toBe(next === '' ? 250 : null);
    amounts.push(...read.rows.map((row: { amount_paise: number }) => row.amount_paise));
    next = read.next;
  }
  expect(amounts).toEqual(Array.from({ length: 250 }, (_, index) => 100 * (index + 1)));
});
