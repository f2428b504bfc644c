/** Erases a person who has data in every table with personal data, then searches all tables and the log. */
import { randomUUID } from 'node:crypto';
import { subscribableEvents } from '@meridian/contracts/integrations/webhook-events';
import { type RawBuilder, sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { buyer, useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { batchId, courseId } from '../../../testing/checkout/upstream-double.ts';
import { addEndpoint } from '../../integrations/webhooks/endpoints.ts';
import { unsubscribeUrls } from '../../mail/consents/unsubscribe-links.ts';
import { enqueueMails } from '../../mail/outbox/enqueue-mails.ts';
import { eraseOldMails } from '../../mail/outbox/erase-mails.ts';
import { addressKey } from '../../platform/database/address-key.ts';
import { transact } from '../../platform/database/transact.ts';
import { createLog } from '../../platform/observability/log.ts';

const lines: string[] = [];
const stack = await useCheckoutStack({ log: createLog('trace', { write: (line) => void lines.push(line) }) });
const { database, deps } = stack;

const person = { name: 'Ravindra Qureshi', email: 'ravindra@example.net', phone: '+91 98111 22333' };
const traces = ['qureshi', person.email, '98111 22333', '98111-22333', '9811122333'];
const note = `${person.name} asked on ${person.phone}`;
const byPhone = 'Call 98111-22333 before the class';
const admin = { id: 'operator-1', email: 'admin@example.com', role: 'admin', isSteppedUp: true } as const;
const execute: typeof deps.actions.execute = (name, request, call) =>
  deps.actions.execute(name, request, call);
const call = () => ({ actor: admin, key: randomUUID(), requestId: 'request-1' });

beforeEach(async () => {
  await stack.reset();
  stack.deps.settings.upstreamBookingChanges = true;
});

/** @returns the tables with personal data of the person */
async function tablesNaming(): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss')`.execute(database);
  const found: string[] = [];
  for (const { name } of tables) {
    const named: RawBuilder<{ found: boolean }> = sql`
      select exists (select from ${sql.raw(name)} t
        where lower(t::text) like any(${traces.map((trace) => `%${trace}%`)}::text[])) as found`;
    if ((await named.execute(database)).rows[0]?.found) found.push(name.replace('public.', ''));
  }
  return found.sort();
}

async function bookedOrder(overrides: Record<string, unknown>) {
  const opened = await stack.open(overrides);
  await stack.http
    .post('/api/booking')
    .send(await stack.pay(opened.order_id))
    .expect(200);
  return {
    ...(await stack.order(opened.order_id)),
    providerId: opened.order_id,
    receipt: opened.receipt_path,
  };
}

/** Stores the person as payer and attendee of an order, with an operator's note. */
async function asPayer() {
  const order = await bookedOrder({
    first_name: 'Ravindra',
    last_name: 'Qureshi',
    email: person.email,
    phone_number: person.phone,
    attendees: [{ name: person.name, email: person.email }],
  });
  await execute('orders.set-attendees', { id: order.id, attendees: [person], note }, call());
  return order;
}

/** Stores the person as attendee of another person's order; its history and emails name the person. */
async function asAttendee() {
  const order = await bookedOrder({ attendees: [{ name: 'Meera Rao', email: 'meera@example.in' }] });
  const attendees = [
    { name: 'Meera Rao', email: 'meera@example.in' },
    { name: person.name, email: person.email },
  ];
  await execute('orders.set-attendees', { id: order.id, attendees, note }, call());
  await sql`insert into attendance (order_id, batch_id, address_key, name, day, recorded_at)
    values (${order.id}, ${batchId}, ${addressKey(person.email)}, ${person.name}, now(), now())`.execute(
    database,
  );
  await sql`insert into feedback (order_id, batch_id, course_id, course, address_key, token_hash, first_name, rating, helped, may_publish, invited_at, published_at)
    values (${order.id}, ${batchId}, ${courseId}, '', ${addressKey(person.email)}, 'own', 'Ravindra', 5, ${note}, true, now(), now()),
      (${order.id}, ${batchId}, ${courseId}, '', 'of another', 'other', 'Meera', 5, ${note}, true, now(), now())`.execute(
    database,
  );
  await sql`insert into certificates (number, batch_id, order_id, address_key, name, course, days, issued_at)
    values ('K7M3PXQ2AB', ${batchId}, ${order.id}, ${addressKey(person.email)}, ${person.name}, '', '[]', now())`.execute(
    database,
  );
  await stack.sendBookingChanges();
  const facts = { attendee: { name: person.name, email: person.email }, sequence: 1 };
  const mails = [
    {
      kind: 'attendee_confirmed' as const,
      cause: 'test:1',
      recipient: person.email,
      orderId: order.id,
      facts,
    },
    { kind: 'booking_confirmed' as const, cause: 'test:2', recipient: buyer.email, orderId: order.id },
    { kind: 'reminder' as const, cause: 'test:3', recipient: buyer.email, orderId: order.id },
  ];
  await transact(database, (transaction) => enqueueMails(transaction, mails as never));
  const text = { subject: 'Hall', text: note, batchId };
  const toOthers = {
    kind: 'batch_message' as const,
    cause: 'test:4',
    recipient: 'meera@example.in',
    orderId: order.id,
    facts: text,
  };
  await transact(database, (transaction) => enqueueMails(transaction, [toOthers] as never));
  const data = JSON.stringify({ attendees: [facts.attendee] });
  await database.updateTable('mails').set({ data }).where('cause', 'in', ['test:2', 'test:3']).execute();
  await database.updateTable('mails').set({ state: 'sent' }).where('cause', '=', 'test:2').execute();
  return order;
}

/**
 * Stores the person as contact with a file, on the waiting list, as late attendee, trainer and complainant,
 * with an opt-out, and in operators' notes about others.
 */
async function asContact() {
  const id = randomUUID();
  const values = {
    first_name: 'Ravindra',
    last_name: 'Qureshi',
    email: person.email,
    phone_number: person.phone,
  };
  await sql`
    insert into leads (id, endpoint, form, body_hash, email, "values", page_url, forward_state, crm_state, crm_id, answer)
    values (${id}, 'form', 'contact_us', 'x', ${person.email}, ${JSON.stringify(values)}::jsonb,
      ${`https://academy.example/?name=${person.name}`}, 'saved', 'delivered', '77',
      ${JSON.stringify({ status: 1, message: `Thanks, ${person.name}` })}::jsonb)`.execute(database);
  await sql`insert into lead_events (lead_id, kind, detail) values (${id}, 'edited', ${note})`.execute(
    database,
  );
  await sql`insert into lead_files (id, lead_id, name, type)
    values (${id}, ${id}, ${`${person.name}.pdf`}, 'application/pdf')`.execute(database);
  await sql`insert into lead_search (id, form, course, source, words)
    values (${id}, 'contact_us', '', '', ${person.name.toLowerCase()})`.execute(database);
  await sql`insert into waitlist_entries (lead_id, course_id, batch_id, seats, state, joined_at, note, updated_at)
    values (${id}, ${courseId}, ${batchId}, 1, 'closed', now(), ${note}, now())`.execute(database);
  await sql`insert into late_attendees (batch_id, day, email, name, recorded_at)
    values (${batchId}, now(), ${person.email}, ${person.name}, now())`.execute(database);
  await unsubscribeUrls(database, [person.email], 'https://academy.example');
  await sql`insert into opt_outs (address_key, id, email, requested_at, crm_state)
    values (${addressKey(person.email)}, gen_random_uuid(), ${person.email}, now(), 'pending')`.execute(
    database,
  );
  const complaint = { channel: 'mail', matter: note, name: person.name, email: person.email } as const;
  const { complaints } = await execute('complaints.add', complaint, call());
  const answered = { id: complaints[0]?.id ?? '', outcome: 'redressed', answer: note } as const;
  await execute('complaints.close', answered, call());
  await sql`insert into batch_messages (id, batch_id, subject, body, sent_by, addresses, suppressed, created_at)
    values (gen_random_uuid(), ${batchId}, 'Hall', ${note}, 'admin@example.com', 1, 0, now())`.execute(
    database,
  );
  await sql`insert into cases (kind, subject, reason, note, opened_at, closed_at)
    values ('order_missing', 'pay_1', ${note}, ${note}, now(), now())`.execute(database);
  await sql`insert into data_requests (id, kind, token_hash, email, created_at, expires_at, note)
    values (gen_random_uuid(), 'erasure', 'old', '', now(), now(), ${byPhone})`.execute(database);
  await sql`insert into batch_changes (batch_id, course_id, kind, state, note, found_at)
    values (${batchId}, ${courseId}, 'vanished', 'dismissed', ${byPhone}, now())`.execute(database);
  const trainer = { kind: 'class_list' as const, cause: 'test:6', recipient: person.email, facts: {} };
  await transact(database, (transaction) => enqueueMails(transaction, [trainer] as never));
  await sql`insert into class_lists (batch_id, token_hash, email, sent_at, ends_at)
    values (1, 'old', ${person.email}, now(), now())`.execute(database);
  const link = { kind: 'data_link' as const, cause: 'test:5', recipient: person.email, facts: {} };
  await transact(database, (transaction) => enqueueMails(transaction, [link] as never));
}

/** Stores the person as sender of a CRM record, which has other field names than the forms. */
async function asSenderOfRecord() {
  const id = randomUUID();
  const record = { First_Name: 'Ravi', Last_Name: 'Qureshi Khan', Email: person.email, Phone: '9811122333' };
  await sql`
    insert into leads (id, endpoint, form, body_hash, email, "values", page_url, forward_state, crm_state)
    values (${id}, 'crm', 'contact_us', 'y', ${person.email}, ${JSON.stringify(record)}::jsonb, '',
      'not_needed', 'pending')`.execute(database);
  await sql`insert into cases (kind, subject, reason, note, opened_at, closed_at)
    values ('order_missing', 'pay_2', 'Ravi Qureshi Khan called', null, now(), now())`.execute(database);
}

async function requestedErasure(): Promise<string> {
  const id = randomUUID();
  await sql`insert into data_requests (id, kind, token_hash, email, created_at, expires_at, confirmed_at, due_at)
    values (${id}, 'erasure', ${id}, ${person.email}, now(), now(), now(), now())`.execute(database);
  return id;
}

/** Applies the retention of the email about the erasure, which keeps the address for a day. */
async function aDayLater(): Promise<void> {
  await sql`update mails set created_at = now() - interval '2 days', state = 'sent' where kind = 'data_erased'`.execute(
    database,
  );
  await eraseOldMails(database, 1_000);
}

it('no table and no log line has personal data of an erased person', async () => {
  await transact(database, (transaction) =>
    addEndpoint(
      transaction,
      { url: 'https://example.com', events: subscribableEvents, personalData: true },
      true,
    ),
  );
  const own = await asPayer();
  const other = await asAttendee();
  await sql`insert into webhook_attempts (delivery_id, at, duration_ms, status, answer)
    select id, now(), 1, 400, ${note} from webhook_deliveries`.execute(database);
  await asContact();
  await asSenderOfRecord();
  const before = await tablesNaming();
  for (const table of [
    'orders',
    'order_search',
    'order_events',
    'mails',
    'booking_changes',
    'leads',
    'complaints',
    'attendance',
    'certificates',
    'feedback',
    'class_lists',
    'late_attendees',
    'webhook_messages',
    'webhook_attempts',
  ])
    expect(before).toContain(table);
  expect(before).not.toContain('audit_log');

  const id = await requestedErasure();
  // Due emails to others are sent first.
  const erase = () => execute('data-requests.erase', { id }, call());
  await expect(erase()).rejects.toMatchObject({ code: 'mails_due' });
  await database.updateTable('mails').set({ state: 'sent' }).where('cause', '=', 'test:4').execute();
  expect(await erase()).toMatchObject({ enquiries: 2, bookings: 1, attended: 1, waiting: [] });
  await stack.sendBookingChanges();
  await aDayLater();
  expect(await tablesNaming()).toEqual([]);
  expect(lines.filter((line) => traces.some((trace) => line.toLowerCase().includes(trace)))).toEqual([]);
  expect(lines.length).toBeGreaterThan(5);

  // Other attendees keep their seats, and the payer keeps the order.
  const kept = await stack.order(other.providerId);
  expect(kept).toMatchObject({
    contact: { email: buyer.email },
    attendees: [{ name: 'Meera Rao', email: 'meera@example.in' }],
  });
  expect(JSON.stringify(stack.upstream.changes.at(-1))).not.toContain(person.email);
  const receipt = (path: string) => stack.http.get(`/api${path.replace('/receipt/', '/receipts/')}`);
  await receipt(own.receipt).expect(404);
  await receipt(other.receipt).expect(200);
});

it('three concurrent erasures of a request are one erasure', async () => {
  await asPayer();
  const id = await requestedErasure();
  const erase = () => execute('data-requests.erase', { id }, call());
  const results = await Promise.allSettled([erase(), erase(), erase()]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'request_not_open' });
  const mails = database.selectFrom('mails').select('facts').where('cause', '=', `data_erased:${id}`);
  expect(await mails.execute()).toMatchObject([{ facts: { bookings: 1 } }]);
  expect(await tablesNaming()).toEqual(['mails']);
});
