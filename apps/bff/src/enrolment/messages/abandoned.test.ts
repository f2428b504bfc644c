import { beforeEach, describe, expect, it } from 'vitest';
import { useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { courseId, someBatch } from '../../../testing/checkout/upstream-double.ts';
import { withFacts } from '../../../testing/mail/with-facts.ts';
import { countAbandoned } from '../checkout/resume.ts';
import { createAbandonedComposer } from './abandoned-composer.ts';
import { enqueueAbandonedMails } from './enqueue-abandoned-mails.ts';

const stack = await useCheckoutStack();
const { http, database, upstream, deps } = stack;
const hour = 60 * 60_000;
const note = (isOn = true) => enqueueAbandonedMails({ ...deps, abandoned: { isOn } });
const mails = () =>
  database
    .selectFrom('mails')
    .selectAll()
    .where('kind', '=', 'checkout_unfinished')
    .orderBy('cause')
    .execute();

beforeEach(async () => {
  for (const table of ['mails', 'mail_daily_counts', 'abandoned_checkouts'] as const)
    await database.deleteFrom(table).execute();
  await stack.reset();
});

/** Moves the clock forward by this many hours, and marks the payments of all orders as checked. */
async function pass(hours: number) {
  await stack.setClock(hours * hour);
  const ago = (at: Date | null) => (at ? new Date(at.getTime() - hours * hour) : at);
  for (const row of await database.selectFrom('abandoned_checkouts').selectAll().execute())
    await database
      .updateTable('abandoned_checkouts')
      .set({ enqueued_at: ago(row.enqueued_at) ?? new Date() })
      .where('order_id', '=', row.order_id)
      .execute();
  await database.updateTable('orders').set({ next_check_at: new Date() }).execute();
}

async function composed() {
  const composer = createAbandonedComposer('https://academy.example');
  const due = withFacts(await mails()).map((row) => ({
    id: row.id,
    kind: row.kind,
    orderId: row.order_id,
    leadId: null,
    recipient: row.recipient,
    facts: row.facts,
    createdAt: row.created_at,
    ageMs: 0,
  }));
  const said = await database.transaction().execute((transaction) => composer.compose(transaction, due));
  return due.map(({ id }) => said.get(id));
}

async function token(): Promise<string> {
  const row = await database.selectFrom('abandoned_checkouts').select('token').executeTakeFirstOrThrow();
  return row.token;
}

describe('mails about an abandoned checkout', () => {
  it('are sent at most twice, after an hour and a day, and only if the privacy notice covers them', async () => {
    await stack.open();
    expect(await note()).toBe(0);
    await pass(2);
    expect(await note(false)).toBe(0);
    expect((await Promise.all([note(), note()])).sort()).toEqual([0, 1]);
    expect(await note()).toBe(0);
    await pass(27);
    expect(await note()).toBe(1);
    await pass(54);
    expect(await note()).toBe(0);
    const link = `https://academy.example/checkout?resume=${await token()}`;
    expect(await composed()).toMatchObject([
      { kind: 'ready', data: { firstName: 'Asha', seats: 2, priceStands: true, resumeUrl: link } },
      { kind: 'ready', data: { unsubscribeUrl: expect.stringContaining('/unsubscribe/') } },
    ]);
  });

  it('are sent at most once a day to a payer who began several checkouts, about the newest first', async () => {
    upstream.schedules.set(102, [someBatch({ id: 101417991219 })]);
    await stack.open();
    await stack.open({ course_id: 102, course_schedule_id: 101417991219 });
    await stack.open({ email: 'zoe@example.com' });
    await pass(2);
    expect(await note()).toBe(2);
    expect(await note()).toBe(0);
    expect(await composed()).toHaveLength(2);
    const about = await database.selectFrom('abandoned_checkouts').select('course_id').execute();
    expect(about.map(({ course_id }) => Number(course_id)).sort()).toEqual([courseId, 102].sort());
    await pass(25);
    expect(await note()).toBe(2);
  });

  it('say that the price has changed, and are not sent if the seats are gone or the schedule cannot be read', async () => {
    await stack.open();
    await pass(2);
    upstream.onSchedule = 'http_500';
    expect(await note()).toBe(0);
    upstream.onSchedule = 'fine';
    upstream.schedules.set(courseId, [someBatch({ seats_left: 1 })]);
    expect(await note()).toBe(0);
    upstream.schedules.set(courseId, [someBatch({ discount_fee: 20_000 })]);
    expect(await note()).toBe(1);
    expect(await composed()).toMatchObject([{ data: { priceStands: false } }]);
  });

  it('stop after a payment for another order of the course', async () => {
    const first = await stack.open();
    await pass(2);
    expect(await note()).toBe(1);
    const second = await stack.open();
    await http
      .post('/api/booking')
      .send(await stack.pay(second.order_id))
      .expect(200);
    expect(await composed()).toEqual([{ kind: 'drop', reason: 'outdated' }]);
    await pass(27);
    expect(await note()).toBe(0);
    expect(first.order_id).not.toBe(second.order_id);
  });

  it('are not sent after an attempted payment, whose money may still arrive', async () => {
    const { order_id: id } = await stack.open();
    await stack.pay(id, 'failed', 'send');
    await stack.idle();
    await pass(2);
    expect(await note()).toBe(0);
  });
});

describe('the link of such an email', () => {
  it('continues to the payment at the same price, and its effect is counted', async () => {
    const { amount } = await stack.open();
    await pass(2);
    await note();
    await database.updateTable('mails').set({ state: 'sent' }).execute();
    expect(await countAbandoned(database)).toEqual({ sent: 1, opened: 0, paid: 0 });
    const path = `/api/unfinished/${await token()}`;
    const shown = await http.get(path).expect(200);
    expect(shown.body.data).toMatchObject({ state: 'open', number_of_course: 2, total_fee: amount / 100 });
    expect(shown.text).not.toMatch(/asha/i);
    expect(await countAbandoned(database)).toMatchObject({ opened: 1, paid: 0 });
    const opened = await http.post(path).send({}).expect(200);
    expect(opened.body.data).toMatchObject({ amount });
    await http
      .post('/api/booking')
      .send(await stack.pay(opened.body.data.order_id))
      .expect(200);
    expect(await countAbandoned(database)).toMatchObject({ sent: 1, opened: 1, paid: 1 });
    expect((await http.get(path)).body.data.state).toBe('over');
    await http.post(path).send({}).expect(409);
  });

  it('opens no order at a different price', async () => {
    await stack.open();
    await pass(2);
    await note();
    upstream.schedules.set(courseId, [someBatch({ discount_fee: 20_000 })]);
    const answer = await http
      .post(`/api/unfinished/${await token()}`)
      .send({})
      .expect(409);
    expect(answer.body.errors).toHaveProperty('expected_total');
    expect(await database.selectFrom('orders').select('id').execute()).toHaveLength(1);
  });

  it('prevents a second payment: the payment provider is asked first', async () => {
    const { order_id: id } = await stack.open();
    await pass(2);
    await note();
    await stack.pay(id, 'captured', 'drop');
    await http
      .post(`/api/unfinished/${await token()}`)
      .send({})
      .expect(409);
    expect((await stack.order(id)).paymentId).not.toBeNull();
  });

  it('is answered with 404 if its token is made up', async () => {
    for (const text of ['x', '0'.repeat(40)]) await http.get(`/api/unfinished/${text}`).expect(404);
    await http
      .post(`/api/unfinished/${'0'.repeat(40)}`)
      .send({})
      .expect(404);
  });
});
