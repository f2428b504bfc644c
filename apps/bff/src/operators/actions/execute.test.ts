/** Tests every action of the contracts with its entry in `samples`. */

import { randomInt, randomUUID } from 'node:crypto';
import { dayInIndia } from '@meridian/contracts/india-time';
import {
  type ActionName,
  type ActionRequest,
  actionNames,
  actions,
  type ConfirmedName,
  isConfirmed,
  type PreviewRequest,
} from '@meridian/contracts/operators/actions';
import { isAllowed, roles } from '@meridian/contracts/operators/console/roles';
import { readInstanceFolder } from '@meridian/instance/folder';
import { secondBrandDir } from '@meridian/instance/sample';
import { type Kysely, type KyselyPlugin, sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { changePolicy } from '../../../testing/checkout/change-policy.ts';
import { createStubProvider } from '../../../testing/checkout/stub-provider.ts';
import {
  batchId,
  courseId,
  someBatch,
  startUpstreamDouble,
} from '../../../testing/checkout/upstream-double.ts';
import { company, someSupply } from '../../../testing/invoices/documents.ts';
import { supplier } from '../../../testing/invoices/settings.ts';
import { samples as leadSamples } from '../../../testing/leads/samples.ts';
import { startScriptedSmtp } from '../../../testing/mail/scripted-smtp.ts';
import { startSampleUpstream } from '../../../testing/sample-upstream.ts';
import { useMigratedDatabase } from '../../../testing/test-database.ts';
import { addCoupon } from '../../enrolment/coupons/manage-coupons.ts';
import { createDecisions } from '../../enrolment/decisions/decisions.ts';
import { documentNumber, financialYearOf } from '../../enrolment/documents/document-number.ts';
import { issueDocuments } from '../../enrolment/documents/issue-document.ts';
import { requestInvoice } from '../../enrolment/documents/request-documents.ts';
import { openFoundCase } from '../../enrolment/orders/cases/case-store.ts';
import type { OrderEvent } from '../../enrolment/orders/state/order-events.ts';
import { changeOrder } from '../../enrolment/orders/store/order-store.ts';
import type { SoldBatch } from '../../enrolment/orders/store/order-tables.ts';
import { soldTerms } from '../../enrolment/orders/terms.ts';
import { createOperatorChanges } from '../../enrolment/receipts/self-service/operator-changes.ts';
import { setSales } from '../../enrolment/seats/sales.ts';
import { takenSeats } from '../../enrolment/seats/taken-seats.ts';
import { addEndpoint } from '../../integrations/webhooks/endpoints.ts';
import type { CrmState, ForwardState } from '../../leads/ledger/state/lead-facts.ts';
import { enqueueMails } from '../../mail/outbox/enqueue-mails.ts';
import { suppress } from '../../mail/outbox/suppressions.ts';
import { createBatchEditor } from '../../partners/upstream/batch-editor.ts';
import { createUpstreamClient } from '../../partners/upstream/upstream-client.ts';
import type { Database } from '../../platform/database/database.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { transact } from '../../platform/database/transact.ts';
import { createJobs } from '../../platform/jobs/create-jobs.ts';
import { deadJobsQueue } from '../../platform/jobs/queues.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordComplaint } from '../../privacy/complaints/complaints.ts';
import { issueCertificates } from '../../training/certificates/issue-certificates.ts';
import { planCertificates } from '../../training/certificates/plan-certificates.ts';
import { readRequest } from '../cli/action-arguments.ts';
import type { Actor } from './action.ts';
import { createActions } from './actions.ts';
import { createExecutor } from './execute.ts';
import { createOperations } from './operations/long-work.ts';

const { url } = await useMigratedDatabase();
const database = openDatabase(url, { maxConnections: 7 });
await migrate(database);
const log = pino({ level: 'silent' });
const jobs = createJobs({ databaseUrl: url, log });
await jobs.start();
afterAll(async () => {
  await jobs.stop(1_000);
  await database.destroy();
});
const now = () => new Date();
const upstream = await startUpstreamDouble();
afterAll(() => upstream.app.close());
upstream.schedules.set(1, [
  someBatch({ id: 8, discount_fee: 100, start_date: '2099-12-12', end_date: '2099-12-13' }),
]);
upstream.schedules.set(courseId, [someBatch({ seats_left: 10_000 })]);
const upstreamClient = createUpstreamClient({ baseUrl: upstream.url, timeoutMs: 20_000 });
const mailServer = await startScriptedSmtp(() => undefined);
afterAll(() => mailServer[Symbol.asyncDispose]());
const sampleUpstream = await startSampleUpstream();
afterAll(() => sampleUpstream.stop());
const editor = createBatchEditor(createUpstreamClient({ baseUrl: sampleUpstream.url, timeoutMs: 5_000 }));
const issuing = { database, jobs, supplier, prefix: 'MA', issue: 'payment' as const };
const decisions = createDecisions({
  database,
  jobs,
  provider: createStubProvider().provider,
  settings: { upstreamBookingChanges: true, issuesInvoices: false },
  now: () => new Date(),
  log,
});
const implementations = createActions({
  database,
  now: () => new Date(),
  jobs,
  isDemo: true,
  consoleUrl: 'https://console.example',
  publicUrl: 'https://academy.example',
  sendsMails: true,
  readInstance: () => readInstanceFolder(secondBrandDir, {}),
  mailSender: () => ({ brand: 'Kaveri', siteUrl: 'https://academy.example' }),
  editor,
  upstream: upstreamClient,
  operations: createOperations({ issuing: {}, callingOff: { database, decisions } } as never),
  correcting: { issuing: { ...issuing, eInvoice: false }, settings: { onlinePlace: 'recipient_state' } },
  bookingChanges: createOperatorChanges({
    database,
    jobs,
    upstream: upstreamClient,
    enqueueMails,
    publicUrl: 'https://academy.example',
    settings: { upstreamBookingChanges: true },
    log,
    now,
  }),
  offering: {
    database,
    upstream: upstreamClient,
    ledger: takenSeats,
    offerMs: 60_000,
    log,
    now,
  },
  setup: {
    provider: createStubProvider().provider,
    publicUrl: 'https://academy.example',
    log,
    checkSteps: async (ids) => ids.map((id) => ({ id, state: 'passed', message: 'All is well.' })),
    mail: {
      smtpUrl: mailServer.url,
      from: 'mail@academy.example',
      connections: 1,
      limitPerMinute: 0,
      requireTls: false,
    },
  },
  decisions,
  missingSetupSteps: async () => [],
});
const executor = createExecutor(database, implementations, log);

async function openCoupon() {
  const code = `CODE-${randomUUID().slice(0, 8)}`.toUpperCase();
  await addCoupon(database, {
    code,
    label: code,
    terms: { kind: 'percent', percent: 10 },
    courses: [],
    categories: [],
    batches: [],
    startsAt: new Date(),
    endsAt: null,
    maxUses: null,
    maxUsesPerEmail: null,
    minSeats: 1,
    isAutomatic: false,
  });
  return code;
}

const { trainers = [], courses = [] } = (await editor.list({ ids: [] })) ?? {};
const [trainer = ''] = trainers;
let days = 0;
/** @returns a day on which the trainer has no batch */
function nextDay(): string {
  days += 1;
  return new Date(Date.UTC(2031, 0, days)).toISOString().slice(0, 10);
}
const plannedBatch = (day: string) => ({
  course: 101,
  class_days: [day],
  start_time: '09:00',
  end_time: '12:00',
  mode: 'online' as const,
  city: null,
  venue_state: null,
  trainer,
  seats: 20,
  joining: null,
  on_sale: true,
});

async function readNewBatch(): Promise<{ id: number; version: number }> {
  const { course: course_id, ...fields } = plannedBatch(nextDay());
  const { fee = 0, discount_fee = 0 } = courses.find(({ id }) => id === course_id) ?? {};
  const saved = await editor.save('batch_create', { batches: [{ ...fields, course_id, fee, discount_fee }] });
  const [batch] = saved?.batches ?? [];
  if (!batch) throw new Error(JSON.stringify(saved?.faults));
  return { id: batch.id, version: batch.version };
}

async function openCase() {
  const subject = `pay_${randomUUID()}`;
  await openFoundCase(database, { kind: 'order_missing', subject, orderId: null, reason: 'no order' });
  const { id } = await database
    .selectFrom('cases')
    .select('id')
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow();
  return id;
}

async function openComplaint() {
  const complaint = { channel: 'phone', matter: 'The class began an hour late.' } as const;
  return (await transact(database, (transaction) => recordComplaint(transaction, complaint))).id;
}

/** @returns the id of a change without a decision */
async function openChange(): Promise<string> {
  const batchId = randomInt(1e9);
  await paidOrder([booked], undefined, batchId);
  const { id } = await database
    .insertInto('batch_changes')
    .values({
      batch_id: batchId,
      course_id: 1,
      kind: 'vanished',
      batch: null,
      state: 'open',
      found_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Inserts an email that the server refused. */
async function failedEmail() {
  const cause = `test:${randomUUID()}`;
  const mail = { kind: 'booking_pending', cause, recipient: `${randomUUID()}@example.com` } as const;
  await transact(database, (transaction) => enqueueMails(transaction, [mail]));
  const { id } = await database
    .updateTable('mails')
    .set({ state: 'refused', reason: '550 5.1.1' })
    .where('cause', '=', cause)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function suppressedAddress() {
  const address = `${randomUUID()}@example.com`;
  await transact(database, (transaction) =>
    suppress(transaction, address, { source: 'smtp', reason: '550 5.1.1' }),
  );
  return address;
}

async function insertLead(state: { forward: ForwardState; crm: CrmState }) {
  const id = randomUUID();
  await database
    .insertInto('leads')
    .values({
      id,
      endpoint: 'form',
      form: 'contact_us',
      body_hash: '',
      email: `${id}@example.com`,
      values: JSON.stringify({ ...leadSamples.contact_us, email: `${id}@example.com` }),
      page_url: '',
      forward_state: state.forward,
      crm_state: state.crm,
    })
    .execute();
  return id;
}
const deadLetter = () => insertLead({ forward: 'saved', crm: 'dead' });

/** @returns the id of a new entry of the waiting list */
async function waitingEntry(): Promise<string> {
  const id = await insertLead({ forward: 'not_needed', crm: 'waiting' });
  const [at, place] = [new Date(), { course_id: courseId, batch_id: batchId }];
  await database
    .insertInto('waitlist_entries')
    .values({ lead_id: id, ...place, seats: 1, state: 'waiting', joined_at: at, updated_at: at })
    .execute();
  return id;
}

/** @returns the id of a dead job */
async function deadJob(): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into pgboss.job (name, data, source_name, source_created_on)
    values (${deadJobsQueue}, '{"id":"x"}', 'send-mail', now()) returning id`.execute(database);
  return rows[0]?.id ?? '';
}

/** @returns the email address of an operator */
async function knownOperator(): Promise<string> {
  const id = randomUUID();
  const [email, at] = [`${id}@example.com`, new Date()];
  const operator = { id, name: 'Asha', email, role: 'desk', created_at: at, updated_at: at } as const;
  await database.insertInto('operators').values(operator).execute();
  return email;
}

/** @returns the id of a confirmed request for erasure */
async function openRequest(): Promise<string> {
  const [id, at] = [randomUUID(), new Date()];
  const timestamps = { created_at: at, expires_at: at, confirmed_at: at, due_at: at };
  const person = { kind: 'erasure', email: `${id}@example.com`, token_hash: id } as const;
  await database
    .insertInto('data_requests')
    .values({ id, ...person, ...timestamps, outcome: null, note: null })
    .execute();
  return id;
}

async function knownOrder(seats = 1, batchId = 7): Promise<string> {
  const batch = JSON.stringify({
    course_id: 1,
    course_name: 'SAFe Agilist',
    course_schedule_id: batchId,
    start_date: '2099-12-05',
    end_date: '2099-12-06',
    start_time: '09:00',
    end_time: '17:00',
    day_type: 'Weekend',
    time_type: 'Day',
    online_class_room: '',
    instructor_name: '',
  } satisfies SoldBatch);
  const terms = JSON.stringify(
    soldTerms({ version: 1, refundPolicy: [], changePolicy }, '2099-12-05', undefined),
  );
  const { rows } = await sql<{ id: string }>`
    insert into orders (id, state, booking, batch, terms, seats, unit_paise, sub_total_paise, gst_paise, total_paise,
      first_name, last_name, email, phone_number, receipt_token, created_at, updated_at)
    values (gen_random_uuid(), 'created', 'none', ${batch}, ${terms}, ${seats}, 10000, ${seats * 10_000}, ${seats * 1_800},
      ${seats * 11_800},
      'Asha', 'Nair', 'asha@example.com', '98450 00000', gen_random_uuid(), now(), now())
    returning id`.execute(database);
  return rows[0]?.id ?? '';
}

const admin: Actor = { id: 'operator-1', email: 'admin@example.com', role: 'admin', isSteppedUp: true };
const stuck = { kind: 'booking_stuck', mayExistUpstream: false } as const;
const booked = { kind: 'booking_confirmed' } as const;

/** Inserts a paid order of two seats, with the given later events. */
async function paidOrder(events: readonly OrderEvent[], more?: 'refunded', batchId = 7): Promise<string> {
  const id = await knownOrder(2, batchId);
  const paymentId = `pay_${randomUUID().slice(0, 14)}`;
  const amountPaise = 23_600;
  const payment = { paymentId, currency: 'INR' };
  const gift = {
    ...payment,
    kind: 'refund_seen',
    paymentPaise: amountPaise,
    captured: true,
    refundId: randomUUID(),
    amountPaise: 100,
    state: 'processed',
    fresh: true,
  } as const;
  const all: OrderEvent[] = [
    { kind: 'payment_captured', ...payment, amountPaise },
    ...events,
    ...(more === 'refunded' ? [gift] : []),
  ];
  for (const event of all) {
    const refund = event.kind === 'refund_seen' && {
      refund: { id: event.refundId, source: 'dashboard' as const },
    };
    await changeOrder({ database, jobs }, id, { event, source: 'reconciler', ...refund });
  }
  return id;
}

/** @returns the number of a company's invoice */
async function companyInvoice(): Promise<string> {
  const buyer = { name: 'Asha Nair', state: '27', company };
  const supply = someSupply({ placeOfSupply: '27', buyer });
  const orderId = await knownOrder();
  await transact(database, (transaction) =>
    requestInvoice(transaction, jobs, { orderId, version: 1, supply }),
  );
  const [number = ''] = await issueDocuments(issuing, orderId);
  return number;
}

/** Inserts an ended class with one attendee. @returns the order's id */
async function pastClass(batch: number): Promise<string> {
  const id = await paidOrder([booked], undefined, batch);
  const attendees = JSON.stringify([{ name: 'Ravi Menon', email: 'ravi@example.com' }]);
  await sql`
    update orders set attendees = ${attendees}::jsonb,
      batch = batch || '{"start_date": "2026-01-03", "end_date": "2026-01-04"}'::jsonb
    where id = ${id}`.execute(database);
  return id;
}

async function certificate(): Promise<string> {
  const id = randomInt(1e9);
  await pastClass(id);
  const input = { batchId: id, also: ['ravi@example.com'], now: now(), credits: { pdus: 16, seus: null } };
  const { confirm } = await planCertificates(database, input);
  const { numbers } = await transact(database, (transaction) =>
    issueCertificates(transaction, { jobs, publicUrl: 'https://academy.example' }, { ...input, confirm }),
  );
  return numbers[0] ?? '';
}

/** @returns the id of feedback with consent to publication */
async function givenFeedback(): Promise<string> {
  const at = new Date();
  const { id } = await database
    .insertInto('feedback')
    .values({
      order_id: await knownOrder(),
      batch_id: randomInt(1e9),
      course_id: 1,
      course: 'SAFe Agilist',
      address_key: '',
      token_hash: randomUUID(),
      first_name: 'Ravi',
      rating: 5,
      helped: 'The exercises',
      may_publish: true,
      invited_at: at,
      answered_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function webhookEndpoint() {
  const added = { url: 'https://example.com/hooks', events: ['lead.accepted'], personalData: false };
  const { endpoint } = await transact(database, (transaction) => addEndpoint(transaction, added, true));
  return endpoint.id;
}

/** @returns the input with the `confirm` of its preview */
async function confirmed<Name extends ConfirmedName>(
  name: Name,
  input: PreviewRequest<Name>,
): Promise<ActionRequest<Name>> {
  const { confirm } = (await executor.preview(name, input, admin)) as { confirm: string };
  return { ...input, confirm } as unknown as ActionRequest<Name>;
}

async function imported(name: 'coupons.import' | 'opt-outs.import', csv: string): Promise<string> {
  const call = callOf();
  const { import: done } = await executor.execute(name, await confirmed(name, { csv }), call);
  await database.deleteFrom('operator_actions').where('key', '=', call.key).execute();
  return done.id ?? '';
}

/** For each action: inserts the data that it needs, and returns a valid input. */
const samples: { [Name in ActionName]: () => Promise<ActionRequest<Name>> } = {
  'batches.call-off': async () => {
    const id = randomInt(1e9);
    await paidOrder([booked], undefined, id);
    return confirmed('batches.call-off', { id, outcome: 'choose', note: 'too few' });
  },
  'batches.compare': async () => ({}),
  'batches.confirm': async () => {
    const id = randomInt(1e9);
    await paidOrder([booked], undefined, id);
    return { id };
  },
  'batches.create': async () => {
    const day = nextDay();
    const repeat = { every_weeks: 2, until: day, except: ['2031-12-25', '2031-12-26'] };
    return confirmed('batches.create', { ...plannedBatch(day), repeat });
  },
  'batches.edit': async () => ({ batches: [await readNewBatch()], set: { joining: `Room ${randomUUID()}` } }),
  'batches.import': async () =>
    confirmed('batches.import', {
      csv: `course,class days,start time,end time,trainer\n101,${nextDay()},09:00,12:00,${trainer}`,
    }),
  'batches.postpone': async () => {
    const { id, version } = await readNewBatch();
    await paidOrder([booked], undefined, id);
    const moved = { class_days: [nextDay()], start_time: '09:00', end_time: '12:00' };
    return confirmed('batches.postpone', { id, version, ...moved, note: 'the trainer is ill' });
  },
  'batches.set-minimum': async () => ({ id: randomInt(1e9), seats: 6 }),
  'batches.set-price': async () => ({ batches: [await readNewBatch()], fee: 24_999, discount_fee: 17_999 }),
  'batches.confirm-change': async () => ({ id: await openChange() }),
  'batches.dismiss-change': async () => ({ id: await openChange(), note: 'a typing error' }),
  'batches.issue-certificates': async () => {
    const id = randomInt(1e9);
    await pastClass(id);
    return confirmed('batches.issue-certificates', { id, also: ['ravi@example.com'] });
  },
  'batches.record-attendance': async () => {
    const id = randomInt(1e9);
    await pastClass(id);
    return { id, marks: [{ email: 'ravi@example.com', day: '2026-01-03', present: true }] };
  },
  'batches.send-class-list': async () => {
    const id = randomInt(1e9);
    await paidOrder([booked], undefined, id);
    return { id, email: 'trainer@example.com' };
  },
  'batches.send-message': async () => {
    const id = randomInt(1e9);
    await paidOrder([booked], undefined, id);
    return confirmed('batches.send-message', { id, subject: 'Hall', text: 'It is in hall 3.' });
  },
  'batches.set-joining': async () => {
    const id = randomInt(1e9);
    await paidOrder([booked], undefined, id);
    return { id, text: `Hall ${randomUUID()}` };
  },
  'instance.apply': async () => ({}),
  'cache.purge': async () => ({ target: `/${randomUUID()}` }),
  'cases.close': async () => ({ id: await openCase(), statement: 'resolved', note: 'refunded by hand' }),
  'certificates.revoke': async () => ({ number: await certificate(), note: 'the seat was refunded' }),
  'complaints.add': async () => ({ channel: 'mail', matter: `No invoice came: ${randomUUID()}` }),
  'complaints.acknowledge': async () => ({ id: await openComplaint() }),
  'complaints.close': async () => ({
    id: await openComplaint(),
    outcome: 'rejected',
    answer: 'It began in time.',
  }),
  'coupons.add': async () => ({ code: `NEW-${randomUUID().slice(0, 8)}`, percent: 10 }),
  'coupons.change': async () => ({ code: await openCoupon(), to: '2099-12-31', uses: 5 }),
  'coupons.end': async () => ({ code: await openCoupon() }),
  'coupons.import': async () =>
    confirmed('coupons.import', { csv: `code,percent,label\nNEW-${randomUUID().slice(0, 8)},10,Early bird` }),
  'coupons.undo-import': async () => ({
    id: await imported('coupons.import', `code,percent\nNEW-${randomUUID().slice(0, 8)},10`),
  }),
  'data-requests.erase': async () => ({ id: await openRequest() }),
  'data-requests.refuse': async () => ({ id: await openRequest(), note: 'a dispute' }),
  'documents.issue': async () => ({ order: randomUUID() }),
  'documents.register': async () => ({
    number: await companyInvoice(),
    irn: 'ab'.repeat(32),
    ack_no: '112610000000001',
    ack_date: '22/11/2026 12:00',
  }),
  'documents.set-first-number': async () => ({
    number: documentNumber('MAF', financialYearOf(dayInIndia(now())), randomInt(1, 1e6)),
  }),
  'opt-outs.import': async () => confirmed('opt-outs.import', { csv: `email\n${randomUUID()}@example.com` }),
  'opt-outs.undo-import': async () => ({
    id: await imported('opt-outs.import', `email\n${randomUUID()}@example.com`),
  }),
  'documents.reissue': async () => {
    const order = await paidOrder([booked]);
    await issueDocuments(issuing, order);
    return { order, billing: { state: '27' }, note: 'lives in Pune' };
  },
  'emails.resend': async () => ({ id: await failedEmail() }),
  'emails.unsuppress': async () => ({ address: await suppressedAddress() }),
  'feedback.unpublish': async () => {
    const id = await givenFeedback();
    await database.updateTable('feedback').set({ published_at: now() }).where('id', '=', id).execute();
    return { id, note: 'it names a colleague' };
  },
  'feedback.publish': async () => ({ id: await givenFeedback() }),
  'jobs.cancel': async () => ({ id: await deadJob() }),
  'jobs.retry': async () => ({ id: await deadJob() }),
  'leads.resend': async () => ({ id: await deadLetter() }),
  'leads.resend-dead': async () => {
    await deadLetter();
    return {};
  },
  'leads.release': async () => ({ id: await insertLead({ forward: 'quarantined', crm: 'waiting' }) }),
  'leads.reject': async () => ({ id: await insertLead({ forward: 'quarantined', crm: 'waiting' }) }),
  'leads.assign': async () => ({ id: await deadLetter(), operator: await knownOperator() }),
  'leads.edit': async () => ({ id: await deadLetter(), first_name: 'Aisha', set: { last_name: 'Rao' } }),
  'leads.erase': async () => ({ id: await deadLetter() }),
  'operators.disable': async () => ({ email: await knownOperator() }),
  'operators.enable': async () => {
    const email = await knownOperator();
    await database
      .updateTable('operators')
      .set({ disabled_at: new Date() })
      .where('email', '=', email)
      .execute();
    return { email };
  },
  'operators.invite': async () => ({ email: `${randomUUID()}@example.com`, role: 'desk' }),
  'operators.reset-2fa': async () => ({ email: await knownOperator() }),
  'operators.set-role': async () => ({ email: await knownOperator(), role: 'finance' }),
  'orders.assign': async () => ({ id: await knownOrder(), operator: await knownOperator() }),
  'orders.book': async () => ({ id: await paidOrder([stuck]), note: 'a seat was added' }),
  'orders.cancel': async () =>
    confirmed('orders.cancel', { id: await paidOrder([booked]), seats: 1, note: 'one is ill' }),
  'orders.correct-contact': async () => ({
    id: await paidOrder([booked]),
    email: `${randomUUID()}@example.com`,
    note: 'a letter was missing',
  }),
  'orders.erase': async () => ({ id: await paidOrder([booked]) }),
  'orders.goodwill': async () =>
    confirmed('orders.goodwill', { id: await paidOrder([booked]), rupees: 50, note: 'the room was cold' }),
  'orders.move': async () =>
    confirmed('orders.move', { id: await paidOrder([booked]), batch: 8, note: 'the trainer is ill' }),
  'orders.renew-receipt': async () => ({ id: await paidOrder([booked]), note: 'it was forwarded' }),
  'orders.set-attendees': async () => ({
    id: await paidOrder([booked]),
    attendees: [{ name: 'Ravi Menon', email: 'ravi@example.com' }],
    note: 'They swap.',
  }),
  'orders.refund': async () => confirmed('orders.refund', { id: await paidOrder([stuck]), note: 'no seats' }),
  'orders.withhold': async () => ({ id: await paidOrder([]), note: 'the buyer calls back' }),
  'orders.reconcile': async () => ({ id: await knownOrder() }),
  'orders.reconcile-all': async () => ({ all: true }),
  'sales.close': async () => {
    await setSales(database, true, 'asha@example.com');
    return {};
  },
  'sales.open': async () => {
    await setSales(database, false, 'asha@example.com');
    return {};
  },
  'terms.set': async () => ({
    refund_steps: [{ until_hours_before: randomInt(1, 8_000), percent: 60 }],
    late_moves: 2,
    note: 'asked by the board',
  }),
  'setup.check': async () => ({ step: 'supplier' }),
  'setup.order': async () => ({}),
  'setup.record-drill': async () => ({}),
  'setup.send-test-email': async () => ({ address: `${randomUUID()}@example.com` }),
  'waitlist.close': async () => ({ id: await waitingEntry(), note: 'asked by phone' }),
  'waitlist.offer': async () => ({ id: await waitingEntry() }),
  'waitlist.offer-all': async () => ({}),
  'webhooks.add': async () => ({ url: `https://example.com/${randomUUID()}`, events: ['lead.accepted'] }),
  'webhooks.remove': async () => ({ endpoint: await webhookEndpoint() }),
  'webhooks.pause': async () => ({ endpoint: await webhookEndpoint() }),
  'webhooks.resume': async () => ({ endpoint: await webhookEndpoint() }),
  'webhooks.rotate-secret': async () => ({ endpoint: await webhookEndpoint() }),
  'webhooks.send-test': async () => ({ endpoint: await webhookEndpoint() }),
  'webhooks.retry': async () => ({ endpoint: await webhookEndpoint() }),
};

/** @returns a valid input of an action, and properties of its contract */
async function sampleOf(name: ActionName) {
  const { stepUp, hasSecretResult = false, input: schema } = actions[name];
  const input: unknown = await samples[name]();
  const isStepUpNeeded = typeof stepUp === 'function' ? stepUp(schema.parse(input) as never) : stepUp;
  return { input, isStepUpNeeded, hasSecretResult };
}

/** @returns the texts of an input that a person typed: texts of several words, without codes and ids */
function freeTexts(input: unknown): string[] {
  if (typeof input === 'string') return input.trim().includes(' ') ? [input] : [];
  return typeof input === 'object' && input !== null ? Object.values(input).flatMap(freeTexts) : [];
}

const callOf = (actor = admin) => ({ actor, key: randomUUID(), requestId: 'request-1' });

async function refusalOf(run: Promise<unknown>): Promise<Pick<Refusal, 'kind' | 'code'>> {
  const error = await run.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Refusal)) throw error ?? new Error('was not refused');
  return { kind: error.kind, code: error.code };
}

const { rows: tables } = await sql<{ name: string }>`
  select format('%I.%I', table_schema, table_name) as name from information_schema.tables
  where table_schema = 'public' and table_type = 'BASE TABLE' or table_name = 'job'`.execute(database);
const { rows: firstRows } = await sql<{ name: string }>`${sql.join(
  tables.map(({ name }) => sql`select ${name}::text as name where exists (select from ${sql.raw(name)})`),
  sql` union all `,
)}`.execute(database);
const filled = new Set(firstRows.map(({ name }) => name));
const emptied = tables.flatMap(({ name }) => (filled.has(name) ? [] : [name]));
const digestOf = tables.map(
  ({ name }) => `select '${name}', count(*) || ' ' || sum(hashtextextended(t::text, 0)) from ${name} t`,
);
// Database functions, because their statements are planned only once per connection.
await sql
  .raw(`
    create function empty_tables() returns void language plpgsql as $$ begin
      -- Disables triggers, because some tables refuse deletion by a trigger.
      perform set_config('session_replication_role', 'replica', true);
      ${emptied.map((name) => `delete from ${name};`).join('\n')}
    end $$;
    create function digests() returns table (of_table text, digest text) language plpgsql
    set max_parallel_workers_per_gather = 0 as $$ begin
      return query ${digestOf.join(' union all ')};
    end $$;`)
  .execute(database);

/** Empties all tables that are empty in a new database, so that comparisons stay small. */
const emptyTables = () => sql`select empty_tables()`.execute(database);

/** The number of rows of each table, and a digest of them. */
const contents = async () => (await sql`select * from digests()`.execute(database)).rows;

/** All rows as text. */
async function storedText(): Promise<string> {
  const { rows } = await sql<{ rows: string | null }>`${sql.join(
    tables.map(({ name }) => sql`select string_agg(t::text, chr(10)) as rows from ${sql.raw(name)} t`),
    sql` union all `,
  )}`.execute(database);
  return rows.map((row) => row.rows).join('\n');
}

const auditLog = () => database.selectFrom('audit_log').selectAll().orderBy('id').execute();

/** @returns a database that fails at the statement with this number, like a broken connection */
function failingAt(statement: number): Kysely<Database> {
  let count = 0;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      count += 1;
      if (count === statement) throw new Error('the connection broke');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return database.withPlugin(plugin);
}

beforeEach(emptyTables);

/** Actions whose commands have other options, which separate tests cover. */
const ownCommands: ReadonlySet<ActionName> = new Set(['documents.reissue']);

const textOf = (value: unknown): string => {
  if (value === null) return 'none';
  if (Array.isArray(value)) return value.map(textOf).join(',');
  if (typeof value !== 'object') return String(value);
  const { name, email } = value as { name?: string; email?: string };
  if (name !== undefined && email !== undefined) return `${name} <${email}>`;
  return pairsOf(value).join(',');
};
const pairsOf = (value: object) => Object.entries(value).map(([field, item]) => `${field}=${textOf(item)}`);

/** @returns the command-line arguments for an input */
function argsOf(name: ActionName, input: object): string[] {
  const { positional }: { positional: readonly string[] } = actions[name];
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const properties = z.toJSONSchema(actions[name].input, { io: 'input', unrepresentable: 'any' }).properties;
  const words = positional.flatMap((field) =>
    given.filter(([known]) => known === field).map(([, value]) => textOf(value)),
  );
  const options = given
    .filter(([field]) => !positional.includes(field))
    .flatMap(([field, value]) => {
      const own = properties?.[field] as { 'x-option'?: string } | undefined;
      const option = `--${own?.['x-option'] ?? field.replaceAll('_', '-')}`;
      if (typeof value === 'boolean') return value ? [option] : [];
      if (Array.isArray(value)) return value.map((item) => `${option}=${textOf(item)}`);
      if (typeof value === 'object' && value !== null)
        return pairsOf(value).map((pair) => `${option}=${pair}`);
      return [`${option}=${textOf(value)}`];
    });
  return [...words, ...options];
}

describe.each(actionNames)('%s', (name) => {
  const contract = actions[name];

  it('is refused for every role without the right, and changes nothing', async () => {
    const input = await samples[name]();
    const before = await contents();
    for (const role of roles.filter(
      (candidate) => ![contract.role].flat().some((role) => isAllowed(candidate, role)),
    ))
      expect(await refusalOf(executor.execute(name, input, callOf({ ...admin, role })))).toEqual({
        kind: 'forbidden',
        code: 'role_missing',
      });
    expect(await contents()).toEqual(before);
  });

  it('requires a second-factor code if its contract says so', async () => {
    const actor = { ...admin, isSteppedUp: false };
    const { input, isStepUpNeeded } = await sampleOf(name);
    const run = executor.execute(name, input, callOf(actor));
    if (isStepUpNeeded) expect(await refusalOf(run)).toEqual({ kind: 'forbidden', code: 'code_missing' });
    else await expect(run).resolves.toBeDefined();
  });

  if (isConfirmed(name))
    it('has a preview without a second-factor code', async () => {
      const { input } = await sampleOf(name);
      const { confirm: _confirm, ...planned } = input as Record<string, unknown>;
      const preview = executor.preview(name, planned, { ...admin, isSteppedUp: false });
      await expect(preview).resolves.toHaveProperty('confirm');
    });

  it('can be written as a command line', async () => {
    const input = await samples[name]();
    if (ownCommands.has(name)) return;
    const { input: read } = readRequest(name, argsOf(name, input));
    expect(contract.input.parse(read)).toEqual(contract.input.parse(input));
  });

  it('refuses an unknown field', async () => {
    const input = { ...(await samples[name]()), surprise: 1 };
    expect(await refusalOf(executor.execute(name, input, callOf()))).toEqual({
      kind: 'invalid',
      code: 'input_invalid',
    });
  });

  it('is done once by five concurrent requests with the same key, with one audit entry and one result', async () => {
    const { input, hasSecretResult } = await sampleOf(name);
    const before = await auditLog();
    const call = callOf();
    const run = () => executor.execute(name, input, call);
    const settled = await Promise.allSettled(Array.from({ length: 5 }, run));
    settled.push(...(await Promise.allSettled([run()])));
    const results = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const refusals = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(results).toHaveLength(hasSecretResult ? 1 : 6);
    for (const result of results) expect(result).toEqual(results[0]);
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'done_already' });
    const audit = await auditLog();
    expect(audit.length - before.length).toBe(1);
    expect(audit.at(-1)).toMatchObject({
      action: name,
      operator_id: admin.id,
      operator_email: admin.email,
      request_id: 'request-1',
    });
    const entry = JSON.stringify(audit.at(-1));
    for (const text of freeTexts(input)) expect(entry).not.toContain(text);
    const answer = hasSecretResult ? null : results[0];
    const answers = await database.selectFrom('operator_actions').selectAll().execute();
    expect(answers).toMatchObject([{ key: call.key, name, answer }]);
    const { done: _done, ...fields } = results[0] ?? { done: '' };
    const secrets = hasSecretResult ? Object.values(fields).filter((value) => typeof value === 'string') : [];
    const stored = secrets.length > 0 && (await storedText());
    for (const secret of secrets) expect(stored).not.toContain(secret);
  });

  it('refuses a key that was used with another input or by another operator', async () => {
    const call = callOf();
    const input = await samples[name]();
    await executor.execute(name, input, call);
    const reused = { kind: 'conflict', code: 'key_reused' };
    const other = await samples[name]();
    // Some actions have only one possible input.
    if (JSON.stringify(other) !== JSON.stringify(input))
      expect(await refusalOf(executor.execute(name, other, call))).toEqual(reused);
    const actor = { ...admin, email: 'other@example.com' };
    expect(await refusalOf(executor.execute(name, input, { ...call, actor }))).toEqual(reused);
  });

  it('has a preview that writes nothing and states the result', async () => {
    const input = await samples[name]();
    const before = await contents();
    const { confirm: _confirm, ...requested } = input as { confirm?: string };
    const previewed = await executor.preview(name, requested, admin);
    expect(await contents()).toEqual(before);
    const { done } = await executor.execute(name, input, callOf());
    // The result repeats the sentence of the preview, and may add to it.
    expect(done).toContain(previewed.done);
  });

  it('changes everything or nothing if the connection breaks at any statement', async () => {
    const input = await samples[name]();
    const [before, audit] = [await contents(), await auditLog()];
    const call = callOf();
    const run = (statement: number) =>
      createExecutor(failingAt(statement), implementations, log)
        .execute(name, input, call)
        .catch((error: Error) => error.message);
    let statement = 1;
    // Breaks at each statement in turn, and retries with the same key, until all statements succeed.
    for (; (await run(statement)) === 'the connection broke'; statement += 1)
      expect(await contents()).toEqual(before);
    expect(statement).toBeGreaterThan(3);
    expect(await auditLog()).toHaveLength(audit.length + 1);
  }, 60_000);
});
