import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { useConsole } from '../../../../testing/console/console-stack.ts';
import { decide } from '../../../enrolment/decisions/decide.ts';
import { listAudit } from '../../audit/audit-log.ts';

const { stack, database, call, runAction, operator } = await useConsole();
const finance = await operator('finance');
const { cookie } = finance;

beforeEach(() => stack.reset());

const bookedOrder = () => stack.book();

const auditOf = async (subject: string) =>
  (await listAudit(database, { subject, limit: 10 })).map(({ action, operator_email: by }) => [action, by]);

describe('console: orders', () => {
  it('are found by booking number, ids and contact details, and listed without contact details', async () => {
    const { id, orderId, paymentId } = await bookedOrder();
    const { bookingNumber } = await stack.order(orderId);
    expect(bookingNumber).toMatch(/^[2-9ACDEFHJKMNPRTUVWXY]{6}$/);
    for (const search of [
      bookingNumber,
      bookingNumber.toLowerCase(),
      id,
      orderId,
      paymentId,
      'asha@exam',
      'sha nai',
      '98450 00000',
      '845000',
    ]) {
      const { status, json } = await call('GET', `/orders?search=${encodeURIComponent(search)}`, { cookie });
      expect({ search, status, ids: json.data?.rows.map((row: { id: string }) => row.id) }).toEqual({
        search,
        status: 200,
        ids: [id],
      });
      expect(JSON.stringify(json)).not.toContain('asha@example.com');
      expect(JSON.stringify(json)).not.toContain('98450');
    }
    expect((await call('GET', '/orders?search=as', { cookie })).status).toBe(400);
    expect((await call('GET', '/orders?search=%25%25%25', { cookie })).json.data.rows).toEqual([]);
  });

  it('that are cancelled without a refund show the retained amount', async () => {
    await stack.setTerms({ refundPolicy: [] });
    const { id } = await bookedOrder();
    await decide(stack.deps, id, { kind: 'cancel', byPolicy: true }, 'too late');
    const [row] = (await call('GET', '/orders', { cookie })).json.data.rows;
    expect(row).toMatchObject({ id, headline: 'Cancelled, ₹44,837.64 retained' });
    const { data } = (await call('GET', `/orders/${id}`, { cookie })).json;
    expect(data).toMatchObject({
      headline: 'Cancelled, ₹44,837.64 retained',
      money: {
        captured_paise: 4_483_764,
        kept_paise: 4_483_764,
        owed_paise: 0,
        returning_paise: 0,
        returned_paise: 0,
        failed_paise: 0,
      },
    });
  });

  it('are listed even if one of them is unreadable', async () => {
    const { id: good } = await stack.order((await stack.open()).order_id);
    const { id: bad } = await stack.order((await stack.open({ email: 'b@example.com' })).order_id);
    await database.updateTable('orders').set({ batch: '{}' }).where('id', '=', bad).execute();
    const { rows } = (await call('GET', '/orders', { cookie })).json.data;
    expect(rows).toMatchObject([
      { id: bad, course: 'Unreadable' },
      { id: good, course: expect.not.stringContaining('Unreadable'), start_date: '2099-12-05' },
    ]);
    expect((await call('GET', `/orders/${bad}`, { cookie })).status).toBe(500);
  });

  it('are listed in pages, and counted', async () => {
    const { id: first } = await stack.order((await stack.open()).order_id);
    await sql`
      insert into orders select (jsonb_populate_record(orders, jsonb_build_object(
        'id', gen_random_uuid(), 'provider_order_id', null, 'booking_number', new_booking_number(), 'receipt_token', gen_random_uuid()))).*
      from orders, generate_series(1, 149) where id = ${first}`.execute(database);
    const page = (await call('GET', '/orders', { cookie })).json.data;
    expect(page).toMatchObject({ count: 150 });
    const more = (await call('GET', `/orders?before=${page.next}`, { cookie })).json.data;
    // Only the first page has the count.
    expect(more).toMatchObject({ next: null, count: null });
    const ids = [...page.rows, ...more.rows].map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(150);
  });

  it('are exported with the state of their money, with an audit entry', async () => {
    const { id } = await bookedOrder();
    const { status, json } = await call('POST', '/orders/export', {
      cookie,
      body: { search: id },
    });
    expect(status).toBe(200);
    const [header, line, end] = json.data.csv.split('\r\n');
    expect(header).toContain('total,captured,kept,to be refunded,returned,status');
    expect(line).toMatch(new RegExp(`^${id},20\\d\\d-.*,Asha Nair,asha@example.com,`));
    expect(line).toContain(',44837.64,44837.64,44837.64,0.00,0.00,');
    expect(end).toBe('');
    expect((await auditOf('orders')).flat()).toContain('order.export');
  });

  it('have an audit entry when they are read, and a preview of a cancellation', async () => {
    const { id } = await bookedOrder();
    const { json } = await call('GET', `/orders/${id}`, { cookie });
    expect(json.data).toMatchObject({ id, seats: 2, payer: { email: 'asha@example.com' }, state: 'booked' });
    expect(await auditOf(id)).toEqual([['order.read', finance.email]]);
    const preview = (seats: number) =>
      call('POST', '/actions/orders.cancel/preview', { cookie, body: { id, seats } });
    const { data } = (await preview(1)).json;
    expect(data.plan).toMatchObject({ seats: 1, seats_left: 1, value_paise: json.data.total_paise / 2 });
    expect((await preview(3)).status).toBe(409);
    expect((await call('GET', `/orders/${id}`, { cookie })).json.data.cancelled_seats).toBe(0);
  });

  it('can be referred to in a complaint by their booking number', async () => {
    const { id, orderId } = await bookedOrder();
    const { bookingNumber } = await stack.order(orderId);
    const desk = await operator('desk', 'complaints@example.com');
    const complaint = {
      channel: 'phone',
      matter: 'The class began late.',
      order: bookingNumber.toLowerCase(),
    };
    expect((await runAction('/actions/complaints.add', desk.cookie, complaint)).status).toBe(200);
    const [{ id: complaintId }] = (await call('GET', '/complaints', { cookie: desk.cookie })).json.data;
    expect(
      (await call('GET', `/complaints/${complaintId}`, { cookie: desk.cookie })).json.data,
    ).toMatchObject({
      order_id: id,
    });
  });

  it('show the URL of the receipt to the role desk with an audit entry, and not to finance', async () => {
    const desk = await operator('desk');
    const { id, orderId } = await bookedOrder();
    const { receiptToken } = await stack.order(orderId);
    expect(JSON.stringify((await call('GET', `/orders/${id}`, { cookie })).json)).not.toContain(receiptToken);
    expect((await call('GET', `/orders/${id}/receipt`, { cookie })).status).toBe(403);
    const { json } = await call('GET', `/orders/${id}/receipt`, { cookie: desk.cookie });
    expect(json.data).toEqual({ url: expect.stringMatching(`/receipt/${receiptToken}$`) });
    expect(await auditOf(id)).toContainEqual(['order.receipt', desk.email]);
  });

  it('are cancelled in one transaction with the audit entry; a refused cancellation has none', async () => {
    const { id } = await bookedOrder();
    const requested = { id, seats: 1, note: 'asked by phone' };
    const preview = await call('POST', '/actions/orders.cancel/preview', { cookie, body: requested });
    const { confirm } = preview.json.data;
    const cancel = (seats: number) =>
      runAction('/actions/orders.cancel', cookie, { ...requested, seats, confirm }, randomUUID());
    // The outcome differs from the preview.
    expect((await cancel(2)).status).toBe(409);
    expect(await auditOf(id)).toEqual([]);
    const done = await cancel(1);
    expect(done).toMatchObject({ status: 200 });
    expect(done.json.data.done).toContain('1 seat is cancelled.');
    expect(await auditOf(id)).toEqual([['orders.cancel', finance.email]]);
    const { data } = (await call('GET', `/orders/${id}`, { cookie })).json;
    expect(data).toMatchObject({ cancelled_seats: 1, payments: [{ refunds: [{ source: 'operator' }] }] });
  });
});
