import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { purchase, useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { enqueueAbandonedMails } from '../messages/enqueue-abandoned-mails.ts';
import { setSales } from '../seats/sales.ts';

const stack = await useCheckoutStack();
const { http, database, deps } = stack;
const close = () => setSales(database, false, 'meera@academy.example');
const open = () => setSales(database, true, 'meera@academy.example');

beforeEach(() => stack.reset());

const { course_id, course_schedule_id, number_of_course } = purchase;
const selection = { course_id, course_schedule_id, number_of_course };

const countOrders = async () => (await database.selectFrom('orders').select('id').execute()).length;
/** Makes the order old enough for a reminder, and marks its payments as checked. */
async function abandon() {
  await stack.open();
  await stack.setClock(2 * 60 * 60_000);
  await database.updateTable('orders').set({ next_check_at: new Date() }).execute();
}

describe('while sales are closed', () => {
  it('orders and prices are refused with the reason, and nothing is stored', async () => {
    await close();
    for (const [path, body] of [
      ['/api/checkout', purchase],
      ['/api/price', selection],
    ] as const) {
      const { body: answer } = await http.post(path).send(body).expect(409);
      expect(answer).toMatchObject({ status: 0, errors: { sales: [answer.message] } });
      expect(answer.message).toContain('Enrolment is not open');
    }
    expect(await countOrders()).toBe(0);
    await open();
    await http.post('/api/checkout').send(purchase).expect(200);
  });

  it('the form without scripts shows the reason, and how to enquire', async () => {
    await close();
    const fields = { ...purchase, attempt: randomUUID(), state: '29' };
    const { text } = await http.post('/checkout').type('form').send(fields).expect(409);
    expect(text).toContain('Enrolment is not open');
    expect(text).toContain('href="mailto:');
    expect(text).not.toContain('>Pay ');
  });

  it('an order made before the closing is paid and booked', async () => {
    const { order_id: orderId } = await stack.open();
    await close();
    const paid = await stack.pay(orderId);
    await http.post('/api/booking').send(paid).expect(200);
    expect(await stack.order(orderId)).toMatchObject({ state: 'booked', booking: 'booked' });
  });

  it('a payment that the webhook reports is booked', async () => {
    const { order_id: orderId } = await stack.open();
    await close();
    await stack.pay(orderId, 'captured', 'send');
    await stack.idle();
    await stack.workOff();
    expect(await stack.order(orderId)).toMatchObject({ state: 'booked', booking: 'booked' });
  });

  it('no reminder of an unpaid order is sent, and its link is refused; both work again once sales are open', async () => {
    await abandon();
    const remind = () => enqueueAbandonedMails({ ...deps, abandoned: { isOn: true } });
    await close();
    expect(await remind()).toBe(0);
    await open();
    expect(await remind()).toBe(1);
    const { token } = await database
      .selectFrom('abandoned_checkouts')
      .select('token')
      .executeTakeFirstOrThrow();
    await close();
    const { body } = await http.post(`/api/unfinished/${token}`).send({}).expect(409);
    expect(body.errors).toHaveProperty('sales');
    await open();
    await http.post(`/api/unfinished/${token}`).send({}).expect(200);
  });
});
