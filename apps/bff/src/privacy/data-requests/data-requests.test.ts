/** Data requests: access and erasure through an emailed link, and the operators' queue with its deadline. */

import { renderMail } from '@meridian/mail-templates';
import { atEnd } from '@meridian/stack/at-end';
import fastify from 'fastify';
import { sql } from 'kysely';
import supertest from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { actionsOn } from '../../../testing/operators/actions-on.ts';
import type { NewMail } from '../../mail/outbox/enqueue-mails.ts';
import { dataRequestsCommand } from '../../operators/cli/data-requests.ts';
import { senderKey } from '../../platform/http/network-address.ts';
import { installErrorHandler } from '../../platform/http/problems/error-handler.ts';
import { createDataRequests, type DataRequestDependencies } from './data-requests.ts';
import { dataRequestRoutes } from './routes.ts';

const stack = await useCheckoutStack();
const { database, deps } = stack;
let mails: NewMail[] = [];
let work: Promise<unknown>[] = [];

async function serve(enqueueMails: DataRequestDependencies['enqueueMails']) {
  const app = fastify({ forceCloseConnections: true });
  installErrorHandler(app);
  const publicUrl = 'https://academy.example';
  const track = (one: Promise<unknown>) => void work.push(one);
  const urls = { publicUrl, consoleUrl: 'https://console.academy.example' };
  dataRequestRoutes(app, createDataRequests({ database, log: deps.log, ...urls, enqueueMails, track }));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  atEnd(() => app.close());
  return supertest(url);
}

const http = await serve(async (_transaction, enqueued) => mails.push(...enqueued));
const withoutMail = await serve(undefined);

beforeEach(async () => {
  await database.deleteFrom('data_requests').execute();
  await database.deleteFrom('mails').execute();
  await database.deleteFrom('leads').execute();
  await stack.reset();
  mails = [];
  work = [];
});

const email = 'asha@example.com';
const ravi = { name: 'Ravi Menon', email: 'ravi@example.com' };

async function bookedOrder() {
  const opened = await stack.open({ attendees: [ravi] });
  const paid = await stack.pay(opened.order_id);
  await stack.http.post('/api/booking').send(paid).expect(200);
  return stack.order(opened.order_id);
}

async function enquiry(): Promise<void> {
  await sql`
    insert into leads (id, endpoint, form, body_hash, email, "values", page_url, forward_state, crm_state, crm_id)
    values (gen_random_uuid(), 'form', 'contact_us', 'x', ${email},
      ${JSON.stringify({ first_name: 'Asha', message: 'Please call me.' })}::jsonb, '', 'saved', 'delivered', '77')`.execute(
    database,
  );
}

async function ask(address: string, kind: 'access' | 'erasure') {
  const answer = await http.post('/api/data-requests').send({ email: address, kind }).expect(200);
  await Promise.all(work);
  return answer.body;
}

/** @returns the token of the link in the last email */
async function linkFor(address: string, kind: 'access' | 'erasure' = 'erasure'): Promise<string> {
  await ask(address, kind);
  const mail = mails.findLast((one) => one.kind === 'data_link');
  return String(mail?.facts?.url).split('#data=')[1] ?? '';
}

const show = async (link: string) => (await http.get(`/api/data-requests/${link}`).expect(200)).body.data;

async function ops(...args: string[]) {
  const lines: string[] = [];
  const status = await dataRequestsCommand(
    [...args, '--json'],
    { database, actions: actionsOn(database) },
    (line) => void lines.push(line),
  );
  return { status, answer: JSON.parse(lines.join('\n')) };
}

describe('a link to one’s own data', () => {
  it('gives the same response for every address, and is emailed only if data is held', async () => {
    await bookedOrder();
    const nobody = await ask('nobody@example.com', 'access');
    expect(mails).toEqual([]);
    expect(await ask('ASHA@example.com', 'access')).toEqual(nobody);
    expect(mails).toMatchObject([
      {
        kind: 'data_link',
        recipient: email,
        expiresAt: expect.any(Date),
        requestedFrom: senderKey('127.0.0.1'),
      },
    ]);
    const { rows } = await sql<{
      text: string;
    }>`select data_requests::text as text from data_requests`.execute(database);
    const [mail] = mails;
    const url = mail?.kind === 'data_link' ? mail.facts.url : '';
    const token = url.split('#data=')[1];
    expect(token).toMatch(/^[0-9a-f]{40}$/);
    expect(rows.map(({ text }) => text).join()).not.toContain(token);
  });

  it('refers people to the grievance officer if no emails are sent', async () => {
    await bookedOrder();
    const answer = await withoutMail.post('/api/data-requests').send({ email, kind: 'access' }).expect(200);
    expect(answer.body.data).toEqual({ by: 'operator' });
  });

  it('shows the data only to the holder of the link', async () => {
    await bookedOrder();
    await enquiry();
    const link = await linkFor(email, 'access');
    const answer = await http.get(`/api/data-requests/${link}`).expect(200);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(answer.body.data).toMatchObject({
      kind: 'access',
      state: 'open',
      held: {
        enquiries: [{ form: 'Contact us', details: { message: 'Please call me.' } }],
        bookings: [{ course_name: 'Leading SAFe', details: { attendees: 'Ravi Menon <ravi@example.com>' } }],
      },
    });
    expect((await http.post(`/api/data-requests/${link}`)).status).toBe(409);
    expect((await http.get(`/api/data-requests/${'0'.repeat(40)}`)).status).toBe(404);
    expect((await http.get('/api/data-requests/x')).status).toBe(404);
  });

  it('shows an attendee the course, and nothing about the order', async () => {
    await bookedOrder();
    const { held } = await show(await linkFor(ravi.email, 'access'));
    expect(held).toMatchObject({ bookings: [], attended: [{ course_name: 'Leading SAFe' }] });
    expect(JSON.stringify(held)).not.toContain(email);
  });

  it('expires after 15 minutes, and then shows nothing', async () => {
    await bookedOrder();
    const link = await linkFor(email);
    await sql`update data_requests set expires_at = now() - interval '1 second'`.execute(database);
    expect(await show(link)).toEqual({ kind: 'erasure', state: 'expired', expires_at: expect.any(String) });
    expect((await http.post(`/api/data-requests/${link}`)).status).toBe(410);
  });
});

describe('an erasure', () => {
  const confirmed = async () => {
    const link = await linkFor(email);
    const requested = await http.post(`/api/data-requests/${link}`).expect(200);
    expect(mails.find(({ kind }) => kind === 'operator_alert')?.facts).toMatchObject({
      consoleUrl: 'https://console.academy.example/data-requests',
    });
    const [request] = (await ops()).answer.data_requests;
    return { link, asked: requested.body.data, id: String(request?.id) };
  };

  it('can be requested only once, by POST, and is queued with its deadline', async () => {
    await bookedOrder();
    const link = await linkFor(email);
    await show(link);
    expect((await ops()).answer.data_requests).toEqual([]);
    const answers = await Promise.all([1, 2, 3].map(() => http.post(`/api/data-requests/${link}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
    expect((await ops()).answer.data_requests).toMatchObject([{ kind: 'erasure', email, days_left: 29 }]);
    expect(mails.filter(({ kind }) => kind === 'operator_alert')).toMatchObject([
      { recipient: '', facts: { alert: 'data_request' } },
    ]);
    expect(await show(link)).toEqual({ kind: 'erasure', state: 'used', expires_at: expect.any(String) });
  });

  it('erases enquiries and bookings, counts the copies in other systems, and deletes the address', async () => {
    const order = await bookedOrder();
    await enquiry();
    const { id } = await confirmed();
    const { status, answer } = await ops('erase', id);
    expect({ status, answer }).toMatchObject({
      status: 0,
      answer: { enquiries: 1, bookings: 1, copies: { crm: 1, byHand: 2 }, waiting: [] },
    });
    const after = await database
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow();
    expect(after).toMatchObject({ email: '', first_name: '', attendees: [] });
    expect(await database.selectFrom('leads').select('email').execute()).toEqual([{ email: '' }]);
    const [mail] = await database.selectFrom('mails').selectAll().where('kind', '=', 'data_erased').execute();
    expect(mail).toMatchObject({ recipient: email, state: 'due', facts: { enquiries: 1, bookings: 1 } });
    expect(
      renderMail('data_erased', mail?.facts as never, { brand: 'A', siteUrl: 'https://a.example' }).text,
    ).toMatch(/Your data is erased/);
    expect((await ops()).answer.data_requests).toEqual([]);
    const [closed] = (await ops('--all')).answer.data_requests;
    expect(closed).toMatchObject({ id, email: '', outcome: 'erased' });
    expect((await ops('erase', id)).status).toBe(1);
  });

  it('waits for an order in progress, and continues later', async () => {
    const order = await bookedOrder();
    await enquiry();
    await sql`update orders set state = 'paid' where id = ${order.id}`.execute(database);
    const { id } = await confirmed();
    expect(await ops('erase', id)).toMatchObject({
      status: 1,
      answer: { bookings: 0, waiting: [order.id] },
    });
    await sql`update orders set state = 'booked' where id = ${order.id}`.execute(database);
    await enquiry();
    expect(await ops('erase', id)).toMatchObject({ status: 0, answer: { bookings: 1, waiting: [] } });
    const [mail] = await database
      .selectFrom('mails')
      .select('facts')
      .where('kind', '=', 'data_erased')
      .execute();
    expect(mail?.facts).toMatchObject({ enquiries: 2, bookings: 1 });
  });

  it('is refused only with a reason', async () => {
    await bookedOrder();
    const { id } = await confirmed();
    const lines: string[] = [];
    const refuse = ['refuse', id];
    const use = { database, actions: actionsOn(database) };
    expect(await dataRequestsCommand(refuse, use, (line) => void lines.push(line))).toBe(2);
    expect((await ops(...refuse, '--note', 'A dispute about the invoice')).status).toBe(0);
    const [closed] = (await ops('--all')).answer.data_requests;
    expect(closed).toMatchObject({ outcome: 'refused', note: 'A dispute about the invoice', email: '' });
  });
});
