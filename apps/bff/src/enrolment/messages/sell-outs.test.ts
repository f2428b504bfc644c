import { beforeEach, expect, it } from 'vitest';
import { useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { batchId, courseId, someBatch } from '../../../testing/checkout/upstream-double.ts';
import { decide } from '../decisions/decide.ts';
import { enqueueSellOutAlerts } from './enqueue-sell-out-alerts.ts';

const stack = await useCheckoutStack();
const { http, database, upstream, deps } = stack;
const note = () => enqueueSellOutAlerts(database, 'https://academy.example');
const seats = (left: number) => upstream.schedules.set(courseId, [someBatch({ seats_left: left })]);

beforeEach(async () => {
  await stack.reset();
  for (const table of ['mails', 'batch_sell_outs'] as const) await database.deleteFrom(table).execute();
  seats(2);
});

async function pay(providerId: string) {
  await http
    .post('/api/booking')
    .send(await stack.pay(providerId))
    .expect(200);
  return stack.order(providerId);
}

it('operators are alerted each time a batch sells out, and not while seats are only held', async () => {
  const first = await stack.open();
  expect(await note()).toBe(0);
  const order = await pay(first.order_id);
  const notified = await Promise.all([note(), note(), note()]);
  expect(notified.sort()).toEqual([0, 0, 1]);
  expect(await note()).toBe(0);
  const [alert] = await database
    .selectFrom('mails')
    .selectAll()
    .where('kind', '=', 'operator_alert')
    .execute();
  expect(alert).toMatchObject({
    cause: `batch_sold_out:${batchId}:1`,
    facts: { alert: 'batch_sold_out', batch: { course_name: 'Leading SAFe' }, waiting: 0 },
  });
  // The seats are cancelled, also at the upstream, so they are free again. The next payer takes them.
  deps.settings.upstreamBookingChanges = true;
  await decide(deps, order.id, { kind: 'cancel', seats: 2 }, 'asked for');
  await stack.sendBookingChanges();
  expect(await note()).toBe(0);
  const second = await stack.open({ email: 'b@example.com' });
  expect(await note()).toBe(0);
  await pay(second.order_id);
  expect(await note()).toBe(1);
  expect(await note()).toBe(0);
});

it('a batch whose last seats other channels sold counts as sold out', async () => {
  const { order_id: providerId } = await stack.open({ number_of_course: 1 });
  await pay(providerId);
  expect(await note()).toBe(0);
  seats(0);
  await stack.open({ number_of_course: 1, email: 'b@example.com' }).catch(() => undefined);
  expect(await note()).toBe(1);
});
