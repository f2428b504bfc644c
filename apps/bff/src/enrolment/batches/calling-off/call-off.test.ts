import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { useCheckoutStack } from '../../../../testing/checkout/checkout-stack.ts';
import { batchId, courseId, someBatch } from '../../../../testing/checkout/upstream-double.ts';
import { withFacts } from '../../../../testing/mail/with-facts.ts';
import { createBatchEditor } from '../../../partners/upstream/batch-editor.ts';
import { withClosedBatches } from '../../../partners/upstream/closed-batches.ts';
import { transact } from '../../../platform/database/transact.ts';
import { openCases } from '../../orders/cases/case-store.ts';
import { createCalledOffReader } from '../../orders/store/batch-plans.ts';
import { compareBatches } from '../compare-batches.ts';
import { type CallOffDependencies, callOffOrders } from './call-off.ts';
import { previewCallOff } from './call-off-preview.ts';
import { type CallOffOutcome, closeSale } from './close-sale.ts';
import { finishCallOffs } from './finish-call-offs.ts';

const stack = await useCheckoutStack();
const { http, database, sandbox } = stack;
const { log, jobs, publicUrl, provider, decisions, upstream } = stack.deps;
const deps: CallOffDependencies = {
  database,
  jobs,
  publicUrl,
  decisions,
  isMoneyShort: provider.isMoneyShort,
};
const finishing = { ...deps, editor: createBatchEditor(upstream), log };
const guest = { name: 'Ravi Rao', email: 'ravi@example.com' };

beforeEach(async () => {
  await stack.reset();
  for (const table of ['mails', 'batch_changes'] as const) await database.deleteFrom(table).execute();
  stack.upstream.schedules.set(courseId, [someBatch()]);
});

const close = (outcome: CallOffOutcome) =>
  transact(database, (transaction) => closeSale(transaction, batchId, outcome));
const run = (outcome: CallOffOutcome, using = deps, retriesRefunds = true) =>
  callOffOrders(using, { batchId, outcome }, { retriesRefunds });
const book = (overrides: Record<string, unknown> = {}) => stack.book({ attendees: [guest], ...overrides });
const bookMany = async (count: number, webhook: 'drop' | 'send' = 'drop') => {
  const booked = [];
  for (let at = 0; at < count; at += 1)
    booked.push(
      await stack.book({ email: `payer-${at}@example.com`, number_of_course: 1, attendees: [] }, webhook),
    );
  return booked;
};
/** Makes an order that is booked although its batch has been called off. */
async function lateBooking() {
  await database.updateTable('batch_plans').set({ state: 'open', outcome: null }).execute();
  const booked = await stack.book({ email: 'late@example.com', attendees: [] });
  await database.updateTable('batch_plans').set({ state: 'called_off', outcome: 'choose' }).execute();
  return booked;
}
const mails = async (kind: string) =>
  withFacts(await database.selectFrom('mails').selectAll().where('kind', '=', kind).execute());
const setBalance = (paise: number | null) => sandbox.post('/_sandbox/balance').send({ paise }).expect(200);

/** Number of payers; the larger number with `CHAOS=all`. */
const many = process.env.CHAOS === 'all' ? 200 : 8;

const killed = new Error('killed');
function isKill(error: unknown): void {
  if (error !== killed) throw error;
}

/**
 * Simulates a killed process: throws at the call with this number. Calls are counted before and after each
 * commit and each refund.
 */
function dyingAt(at: number): CallOffDependencies {
  let calls = 0;
  const die = () => {
    calls += 1;
    if (calls === at) throw killed;
  };
  return {
    ...deps,
    decisions: {
      plan: decisions.plan,
      async commit(transaction, decision) {
        die();
        const committed = await decisions.commit(transaction, decision);
        die();
        return committed;
      },
      async followUp(order) {
        die();
        const after = await decisions.followUp(order);
        die();
        return after;
      },
    },
  };
}

/** @returns the remaining seats, and the paise refunded at Razorpay, by order */
async function outcomes() {
  const { rows } = await sql<{ id: string; left: number; paise: string; refunded: string }>`
    select o.id, o.seats - o.cancelled_seats as left, p.amount_paise as paise,
      coalesce((select sum(amount_paise) from refunds r
        where r.order_id = o.id and r.state <> 'failed'), 0) as refunded
    from orders o join order_payments p on p.order_id = o.id order by o.created_at`.execute(database);
  return rows.map(({ left, paise, refunded }) => ({ left, missing: Number(paise) - Number(refunded) }));
}

describe('a batch that is called off with refunds', () => {
  it('refunds each payer in full and sends them one email, and each attendee one', async () => {
    await book();
    await close('refund');
    expect(await run('refund')).toEqual({
      done: 1,
      refunded: 1,
      unanswered: 0,
      waiting: 0,
      failures: [],
      missingPaise: 0,
    });
    expect(await outcomes()).toEqual([{ left: 0, missing: 0 }]);
    const sent = await mails('batch_called_off');
    expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual(['asha@example.com', guest.email]);
    const toPayer = sent.find(({ recipient }) => recipient !== guest.email);
    expect(toPayer?.facts).toMatchObject({ order: { refundPaise: 4_483_764 } });
    expect(await mails('booking_cancelled')).toEqual([]);
    // A second run changes nothing.
    expect(await run('refund')).toMatchObject({ done: 0, failures: [] });
    expect(await mails('batch_called_off')).toHaveLength(2);
  });

  it('is not sold once it is closed, whatever the upstream answers', async () => {
    const closedClient = withClosedBatches(
      upstream,
      createCalledOffReader(database, () => undefined),
    );
    const { order_id: open } = await stack.open();
    await close('refund');
    const answer = await closedClient.read('course_schedule', { id: courseId, day_type: '', offset: 0 });
    expect(answer.data).toMatchObject({ course_schedule: [{ id: batchId, is_closed: true }] });
    // Another replica may have read the schedule before: the database still refuses the order.
    stack.upstream.schedules.set(courseId, [someBatch({ seats_total: 20, seats_left: 20 })]);
    const refused = await http.post('/api/checkout').send({
      course_id: courseId,
      course_schedule_id: batchId,
      number_of_course: 1,
      first_name: 'Ravi',
      last_name: 'Rao',
      email: 'ravi@example.com',
      phone_number: '+91 98450 00000',
    });
    expect(refused.body.message).toContain('has been called off');
    // A payer who was in the payment dialog at that moment is refunded without a booking.
    const paid = await stack.pay(open);
    await http.post('/api/booking').send(paid);
    await stack.workOff();
    expect(stack.upstream.bookings).toEqual([]);
    expect(await outcomes()).toMatchObject([{ missing: 0 }]);
  });

  it('survives kills, a dispute, a low balance and a silent upstream together: every undisputed booking is cancelled and refunded once', async () => {
    const booked = await bookMany(many, 'send');
    const [disputed] = booked;
    await stack.dispute({ payment_id: disputed?.paymentId });
    const [paid] = await database.selectFrom('order_payments').select('amount_paise').execute();
    const price = Number(paid?.amount_paise);
    await setBalance(Math.ceil(many / 6) * price);
    await stack.upstream.goDown();
    await close('refund');
    // Killed before and after each commit and each refund, then started again.
    for (let at = 1; at <= 12; at += 1) await run('refund', dyingAt(at)).catch((error) => isKill(error));
    const stopped = await run('refund');
    expect(stopped.missingPaise).toBeGreaterThan(0);
    await setBalance(null);
    for (let at = 1; at <= 12; at += 1) await run('refund', dyingAt(at)).catch((error) => isKill(error));
    const ended = await run('refund');
    expect(ended).toMatchObject({ missingPaise: 0, failures: [{ orderId: disputed?.id }] });
    await stack.upstream.comeUp();
    await stack.workOff();
    const all = await outcomes();
    expect(all.filter(({ left, missing }) => left === 0 && missing === 0)).toHaveLength(many - 1);
    expect(all.filter(({ left, missing }) => left === 1 && missing === price)).toHaveLength(1);
    const { refunds } = (await sandbox.get('/_sandbox/payments')).body.data;
    expect(refunds).toHaveLength(many - 1);
    const sent = await mails('batch_called_off');
    expect(new Set(sent.map(({ recipient }) => recipient)).size).toBe(many - 1);
    expect(sent).toHaveLength(many - 1);
  });

  it('stops when the payment provider’s balance is too low, names the missing amount, and continues after a top-up', async () => {
    const booked = await bookMany(5);
    const [paid] = await database.selectFrom('order_payments').select('amount_paise').execute();
    const price = Number(paid?.amount_paise);
    await setBalance(2 * price);
    await close('refund');
    const stopped = await run('refund');
    // Two are refunded. The third is cancelled, and its refund waits for money.
    expect(stopped).toMatchObject({ failures: [], missingPaise: 3 * price });
    expect(await mails('batch_called_off')).toHaveLength(3);
    expect((await openCases(database)).map(({ kind }) => kind)).toEqual(['refund_failed']);
    // The job cancels no further booking until an operator adds money and starts the operation again.
    await finishCallOffs(finishing);
    expect(await mails('batch_called_off')).toHaveLength(3);
    await setBalance(null);
    await finishCallOffs(finishing);
    expect(await mails('batch_called_off')).toHaveLength(3);
    expect(await run('refund')).toMatchObject({ refunded: 3, failures: [], missingPaise: 0 });
    expect(await outcomes()).toEqual(booked.map(() => ({ left: 0, missing: 0 })));
    expect(await openCases(database)).toEqual([]);
    expect(await mails('batch_called_off')).toHaveLength(5);
  });

  it('continues with the other refunds if one is refused', async () => {
    const [first] = await bookMany(3, 'send');
    await stack.dispute({ payment_id: first?.paymentId });
    await close('refund');
    const done = await run('refund');
    expect(done).toMatchObject({ done: 2, failures: [{ orderId: first?.id }] });
    expect(done.failures[0]?.reason).toContain('disputed');
    expect((await outcomes()).map(({ left }) => left).toSorted()).toEqual([0, 0, 1]);
  });

  it('is finished by the job if the operation did not finish it, also while the upstream is down', async () => {
    await bookMany(2);
    await close('refund');
    await stack.upstream.goDown();
    await finishCallOffs(finishing);
    await stack.upstream.comeUp();
    expect(await outcomes()).toEqual([
      { left: 0, missing: 0 },
      { left: 0, missing: 0 },
    ]);
  });
});

describe('a batch that is called off with a choice', () => {
  it('tells payer and attendee once, keeps the seats, and offers a full refund, until the outcome becomes a refund for all', async () => {
    const { id } = await book();
    await close('choose');
    expect(await run('choose')).toMatchObject({ done: 1 });
    await run('choose');
    expect(await outcomes()).toMatchObject([{ left: 2 }]);
    const sent = await mails('batch_called_off');
    expect(sent).toHaveLength(2);
    expect(sent.map(({ facts }) => facts.order)).toContainEqual(
      expect.objectContaining({ refundPaise: null }),
    );
    const { plan } = await decisions.preview(id, { kind: 'cancel', byPolicy: true });
    expect(plan.policyPercent).toBe(100);
    // Payers who did not choose are refunded later, with the cancellation email.
    await close('refund');
    await run('refund');
    expect(await outcomes()).toEqual([{ left: 0, missing: 0 }]);
    expect(await mails('batch_called_off')).toHaveLength(2);
    expect((await mails('booking_cancelled')).length).toBeGreaterThan(0);
    await expect(close('choose')).rejects.toThrow('already being refunded');
  });
});

it('tells the payer of a booking that is made after the others were asked to choose', async () => {
  await close('choose');
  await run('choose');
  // Its booking call was in progress, so the upstream has the booking.
  const { id } = await lateBooking();
  await finishCallOffs(finishing);
  expect((await mails('batch_called_off')).map(({ order_id: orderId }) => orderId)).toContain(id);
  const count = (await mails('batch_called_off')).length;
  await finishCallOffs(finishing);
  expect(await mails('batch_called_off')).toHaveLength(count);
});

it('tells a payer again if the batch that the payer moved to is also called off', async () => {
  const { id } = await book();
  await close('choose');
  await run('choose');
  await database.updateTable('orders').set({ moved_at: new Date() }).where('id', '=', id).execute();
  await database.deleteFrom('mails').execute();
  await run('choose');
  expect(await mails('batch_called_off')).toHaveLength(2);
});

it('the preview shows each booking, its refund, and the payment provider’s balance', async () => {
  await book();
  await stack.open({ email: 'unpaid@example.com' });
  const preview = await previewCallOff(deps, batchId, 'refund');
  expect(preview).toMatchObject({
    seats: 2,
    emails: 2,
    refundPaise: 4_483_764,
    heldPaise: 4_483_764,
    bookings: [{ payer: 'Asha Nair', seats: 2, problem: null }],
  });
  expect((await previewCallOff(deps, batchId, 'choose')).refundPaise).toBe(0);
  expect((await previewCallOff(deps, batchId, 'refund')).digest).toBe(preview.digest);
});

it('the nightly comparison does not report a batch that was called off here', async () => {
  await book();
  await close('choose');
  await run('choose');
  stack.upstream.schedules.set(courseId, []);
  expect(await compareBatches({ ...stack.deps })).toMatchObject({ opened: 0 });
});
