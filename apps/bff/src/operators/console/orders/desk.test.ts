import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { batchId, courseId, someBatch } from '../../../../testing/checkout/upstream-double.ts';
import { useConsole } from '../../../../testing/console/console-stack.ts';
import { askOperator } from '../../../enrolment/receipts/self-service/change-requests.ts';
import { transact } from '../../../platform/database/transact.ts';
import { listAudit } from '../../audit/audit-log.ts';
import { ordersCommand } from '../../cli/orders.ts';

const { stack, app, database, call, runAction, operate, operator } = await useConsole();
const { cookie } = await operator('admin');
const { cookie: colleague } = await operator('finance');
const otherBatch = 101417991219;

beforeEach(() => stack.reset());

async function bookedOrder() {
  stack.upstream.schedules.set(courseId, [
    someBatch(),
    someBatch({ id: otherBatch, start_date: '2099-12-12', end_date: '2099-12-13' }),
    someBatch({ id: 101417991226, start_date: '2099-12-19', end_date: '2099-12-20', discount_fee: 29_999 }),
  ]);
  const { order_id: orderId } = await stack.open();
  const paid = await stack.pay(orderId, 'captured', 'drop');
  await stack.http.post('/api/booking').send(paid).expect(200);
  const { id } = await stack.order(orderId);
  return { id, orderId, page: async () => (await call('GET', `/orders/${id}`, { cookie })).json.data };
}

const receiptUrl = async (id: string): Promise<string> =>
  (await call('GET', `/orders/${id}/receipt`, { cookie })).json.data.url;

const actions = async (subject: string) =>
  (await listAudit(database, { subject, limit: 20 }))
    .map(({ action }) => action)
    .filter((action) => action !== 'order.read' && action !== 'order.receipt');

describe('console: an operator changes a booking', () => {
  it('refuses the URL of the receipt of an erased order', async () => {
    const { id } = await bookedOrder();
    expect(await receiptUrl(id)).toContain('/receipt/');
    await database.updateTable('orders').set({ email: '' }).where('id', '=', id).execute();
    const { status, json } = await call('GET', `/orders/${id}/receipt`, { cookie });
    expect({ status, message: json.message }).toEqual({
      status: 409,
      message: "The payer's details were erased.",
    });
  });

  it('repeated requests with one key cancel once, and the key is refused with another input', async () => {
    const { id, page } = await bookedOrder();
    const key = randomUUID();
    const asked = { id, seats: 1, note: 'by phone' };
    const preview = await call('POST', '/actions/orders.cancel/preview', { cookie, body: asked });
    const body = { ...asked, confirm: preview.json.data.confirm };
    const cancel = (seats: number) => runAction('/actions/orders.cancel', cookie, { ...body, seats }, key);
    const both = await Promise.all([cancel(1), cancel(1)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const again = await cancel(1);
    expect(again).toMatchObject({ status: 200 });
    expect(again.json.data.done).toContain('1 seat is cancelled.');
    expect(await cancel(2)).toMatchObject({ status: 409 });
    expect(await page()).toMatchObject({ cancelled_seats: 1 });
    expect(await actions(id)).toEqual(['orders.cancel']);
    // Another operator cannot use the key, and a repeated request needs a step-up, too.
    expect(await runAction('/actions/orders.cancel', colleague, body, key)).toMatchObject({ status: 409 });
    await database.updateTable('operator_sessions').set({ stepped_up_at: null }).execute();
    expect(await cancel(1)).toMatchObject({ status: 403, json: { errors: { step_up: ['needed'] } } });
    await database.updateTable('operator_sessions').set({ stepped_up_at: new Date() }).execute();
    const { json } = await runAction('/actions/orders.cancel', cookie, body, 'no key');
    expect(json.message).toContain('UUID');
  });

  it('replaces the attendees once, and tells the operator to update the upstream', async () => {
    const { id, page } = await bookedOrder();
    const attendees = [{ name: 'Ravi Menon', email: 'ravi@example.com' }];
    const key = randomUUID();
    for (let tries = 0; tries < 2; tries += 1) {
      const { json } = await runAction(
        '/actions/orders.set-attendees',
        cookie,
        { id, attendees, note: 'swap' },
        key,
      );
      expect(json.data.done).toContain('update the attendees there');
    }
    const order = await page();
    expect(order).toMatchObject({ attendees, open_seats: 1, attendees_unreported: true });
    expect(order.timeline.filter(({ title }: { title: string }) => title.startsWith('People'))).toHaveLength(
      1,
    );
    const three = [1, 2, 3].map((number) => ({ name: `Person ${number}`, email: `p${number}@example.com` }));
    const tooMany = { id, attendees: three, note: 'x' };
    expect(await runAction('/actions/orders.set-attendees', cookie, tooMany)).toMatchObject({ status: 400 });
    expect(JSON.stringify(await listAudit(database, { subject: id, limit: 9 }))).not.toContain('ravi');
  });

  it('replaces the link to the receipt, and emails the payer the new link', async () => {
    const { id, page } = await bookedOrder();
    const { payer } = await page();
    const former = await receiptUrl(id);
    const { json } = await runAction('/actions/orders.renew-receipt', cookie, {
      id,
      note: 'It was forwarded',
    });
    expect(json.data.done).toContain('no longer works');
    const url = await receiptUrl(id);
    const read = (address: string) =>
      stack.http.get(`/api${new URL(address).pathname.replace('/receipt/', '/receipts/')}`);
    expect((await read(former)).status).toBe(404);
    expect((await read(url)).status).toBe(200);
    const [mail] = await database
      .selectFrom('mails')
      .select(['recipient', 'facts'])
      .where('order_id', '=', id)
      .where('kind', '=', 'receipt_links')
      .execute();
    expect(mail).toMatchObject({ recipient: payer.email, facts: { orders: [{ receiptUrl: url }] } });
  });

  it('corrects the payer’s contact details: emails and a new receipt link go to the new address', async () => {
    const { id, page } = await bookedOrder();
    const { email: before } = (await page()).payer;
    const people = [{ name: 'Asha Nair', email: before }];
    await runAction('/actions/orders.set-attendees', cookie, { id, attendees: people, note: 'named' });
    await database
      .insertInto('manage_links')
      .values({
        token_hash: id,
        order_id: id,
        created_at: new Date(),
        expires_at: new Date(Date.now() + 60_000),
      })
      .execute();
    const email = 'asha.nair@example.com';
    const formerUrl = await receiptUrl(id);
    const correct = (input: object) =>
      runAction('/actions/orders.correct-contact', cookie, { id, note: 'a typo', ...input });
    expect(await correct({})).toMatchObject({ status: 400 });
    expect(await correct({ email: before })).toMatchObject({ status: 409 });
    const { json } = await correct({ email, phone_number: '+91 98450 11111' });
    expect(json.data).toMatchObject({
      done: expect.stringContaining('Corrected: email address, phone number.'),
      order: { id, changed: ['email address', 'phone number'] },
    });
    expect(await page()).toMatchObject({
      payer: { name: 'Asha Nair', email, phone: '+91 98450 11111' },
      attendees: [{ name: 'Asha Nair', email }],
    });
    // The previous URL of the receipt no longer works.
    expect(await receiptUrl(id)).not.toBe(formerUrl);
    const mails = await database
      .selectFrom('mails')
      .select(['kind', 'recipient', 'state'])
      .where('order_id', '=', id)
      .execute();
    expect(mails.filter(({ state, recipient }) => state === 'due' && recipient !== email)).toEqual([]);
    expect(mails.map(({ kind }) => kind)).toContain('receipt_links');
    expect(mails.map(({ kind }) => kind)).not.toContain('booking_cancelled');
    expect(
      await database.selectFrom('manage_links').select('order_id').where('order_id', '=', id).execute(),
    ).toEqual([]);
    const found = (await call('GET', `/orders?search=${encodeURIComponent(email)}`, { cookie })).json.data;
    expect(found.rows).toMatchObject([{ id }]);
    const log = JSON.stringify(await listAudit(database, { subject: id, limit: 9 }));
    expect(log).toContain('email address, phone number');
    expect(log).not.toContain(email);
  });

  it('moves a booking to a batch of at most the same price, and reports it to the upstream', async () => {
    const { id, page } = await bookedOrder();
    stack.deps.settings.upstreamBookingChanges = true;
    const choices = (await call('GET', `/orders/${id}/batches`, { cookie })).json.data;
    expect(choices).toMatchObject({
      upstream_notified: true,
      batches: [
        { course_schedule_id: otherBatch, can_move: true },
        { course_schedule_id: 101417991226, can_move: false },
      ],
    });
    const preview = async (batch: number) =>
      (await call('POST', '/actions/orders.move/preview', { cookie, body: { id, batch } })).json;
    const { confirm, plan } = (await preview(otherBatch)).data;
    expect(plan).toEqual({
      seats: 2,
      from: '2099-12-05',
      to: '2099-12-12',
      seats_free: null,
      refund_paise: 0,
      upstream_notified: true,
    });
    const move = (batch: number) =>
      runAction('/actions/orders.move', cookie, { id, batch, note: 'ill', confirm });
    expect((await preview(101417991226)).message).toMatch(/costs ₹[\d,.]+ more per seat/);
    expect(await move(101417991226)).toMatchObject({ status: 409 });
    expect(
      await runAction('/actions/orders.move', cookie, { id, batch: otherBatch, note: 'ill' }),
    ).toMatchObject({
      status: 400,
    });
    expect((await move(otherBatch)).json.data.done).toContain('Sat 12 Dec 2099');
    expect((await page()).batch.course_schedule_id).toBe(batchId);
    expect(await move(otherBatch)).toMatchObject({ status: 409 });
    await stack.sendBookingChanges([id]);
    expect(stack.upstream.changes).toMatchObject([{ body: { course_schedule_id: otherBatch } }]);
    const order = await page();
    expect(order.batch.course_schedule_id).toBe(otherBatch);
    const entry = (heading: string) =>
      order.timeline.find(({ title }: { title: string }) => title === heading);
    const requested = entry('A move to another batch was requested');
    expect(requested).toMatchObject({ source: 'admin@example.com' });
    expect(requested.detail).toMatch(new RegExp(`To batch ${otherBatch} \\(Sat 12 Dec 2099\\): ill`));
    expect(entry('Moved to another batch').detail).toMatch(
      new RegExp(`From batch ${batchId} \\(Sat .* 2099\\)`),
    );
    expect(order.mails.map(({ kind }: { kind: string }) => kind)).toContain('booking_moved');
    expect(await actions(id)).toEqual(['orders.move']);
  });

  it('changes a booking from the command line', async () => {
    const { id, page } = await bookedOrder();
    const lines: string[] = [];
    const ops = (...args: string[]) => ordersCommand(args, stack.deps, (line) => lines.push(line));
    expect(await ops('move', id, '--batch', String(otherBatch), '--note', 'ill')).toBe(0);
    expect(await ops('move', id, '--batch', '101417991226', '--note', 'ill')).toBe(1);
    expect(await ops('attendees', id, '--attendee', 'Ravi Menon <ravi@example.com>', '--note', 'swap')).toBe(
      0,
    );
    expect(await ops('attendees', id, '--attendee', 'nobody', '--note', 'swap')).toBe(2);
    expect(lines.join(' ')).toMatch(
      /[Mm]ove the booking to the batch of Sat 12 Dec 2099 there.*more per seat.*attendees are changed/,
    );
    expect(await page()).toMatchObject({
      batch: { course_schedule_id: batchId },
      attendees: [{ name: 'Ravi Menon' }],
    });
  });

  it('issues, reissues and shows documents, and lists documents that are not issued with the reason', async () => {
    const { id, page } = await bookedOrder();
    await sql`update document_requests set issue_from = null where order_id = ${id}`.execute(database);
    expect((await page()).waiting_documents).toEqual([
      {
        kind: 'invoice',
        why: 'The order was paid before the supplier was set. The document needs your approval',
      },
    ]);
    expect((await call('GET', '/documents/waiting', { cookie })).json.data).toContainEqual(
      expect.objectContaining({ order_id: id }),
    );
    const issue = () => operate('documents.issue', cookie, { order: id });
    expect((await issue()).message).toMatch(/^Issued: MAC/);
    expect((await issue()).message).toMatch(/none of this order is due/);
    const key = randomUUID();
    const body = { order: id, billing: { state: '27' }, note: 'lives in Pune' };
    const reissue = (input: object, once?: string) =>
      runAction('/actions/documents.reissue', cookie, input, once);
    const next = await reissue(body, key);
    expect(next.json.data.done).toMatch(/^Credit note MAC\S+ and invoice MAC\S+ are issued\.$/);
    expect((await reissue(body, key)).json.data.done).toBe(next.json.data.done);
    expect(await reissue({ order: id, note: 'as asked' })).toMatchObject({ status: 409 });
    const order = await page();
    expect(order.documents.map(({ kind }: { kind: string }) => kind)).toEqual([
      'invoice',
      'credit_note',
      'invoice',
    ]);
    expect(order).toMatchObject({ billing: { now: { state: '27' }, asked: null }, waiting_documents: [] });
    const month = order.documents[0].issued_on.slice(0, 7);
    const list = (await call('GET', `/documents?month=${month}`, { cookie })).json.data;
    expect(list).toMatchObject({ count: 3, next: null });
    expect((await call('GET', '/documents?month=2001-01', { cookie })).json.data.rows).toEqual([]);
    const exported = (await runAction('/documents/export', cookie, { month })).json.data;
    expect(exported.csv).toContain(order.documents[0].number);
    const number = encodeURIComponent(order.documents[0].number);
    const pdf = `/documents/pdf?number=${number}`;
    expect((await call('GET', pdf, { cookie })).status).toBe(404);
    const file = { number: order.documents[0].number, body: Buffer.from('%PDF-1.7'), sha256: '' };
    await database
      .insertInto('invoice_files')
      .values({ ...file, created_at: new Date() })
      .execute();
    const host = { host: 'localhost:3001', cookie };
    const answer = await app.inject({ method: 'GET', url: `/console/api${pdf}`, headers: host });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename="MAC-/),
    });
    expect(await actions(file.number)).toEqual(['document.read']);
  });

  it('compares an order with the payment provider, shows requests, and erases the payer', async () => {
    const { id, page } = await bookedOrder();
    expect((await operate('orders.reconcile', cookie, { id })).message).toContain('nothing was missing');
    await transact(database, (transaction) =>
      askOperator(transaction, id, { change: 'move', course_schedule_id: 101417991226 }),
    );
    expect((await call('GET', '/requests', { cookie })).json.data).toMatchObject([
      { order_id: id, name: 'Asha Nair', change: 'move to batch 101417991226', batch_id: 101417991226 },
    ]);
    const [request] = (await page()).cases;
    expect(request).toMatchObject({ kind: 'change_requested', about: 'Asha Nair, Leading SAFe' });
    const close = { id: request.id, statement: 'resolved', note: 'moved by phone' } as const;
    expect(await runAction('/actions/cases.close', cookie, close)).toMatchObject({ status: 200 });
    expect((await call('GET', '/requests', { cookie })).json.data).toEqual([]);
    const { receipt_path: path } = await stack.open();
    expect(path).toMatch(/receipt/);
    const erased = (await runAction('/actions/orders.erase', cookie, { id })).json.data.done;
    expect(erased).toMatch(/^1 order erased\..*1 order not settled yet/);
    expect(await page()).toMatchObject({ payer: { email: '' }, requests: [] });
    const again = await runAction('/actions/orders.erase', cookie, { id });
    expect(again.status).toBe(404);
    expect(JSON.stringify(again.json)).toContain('Order not found, or already erased.');
  });
});
