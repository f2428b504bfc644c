/** Test stack of the checkout: PostgreSQL, the job queue, and the sandbox, which Razorpay's own SDK calls. */

import { randomUUID } from 'node:crypto';
import type { OnlinePlace } from '@meridian/contracts/enrolment/tax-decision';
import type { CaseStatement } from '@meridian/contracts/operators/actions/cases';
import { buildSandbox } from '@meridian/sandbox/app';
import { atEnd } from '@meridian/stack/at-end';
import fastify from 'fastify';
import { type Kysely, sql } from 'kysely';
import pino, { type Logger } from 'pino';
import supertest from 'supertest';

import { createBookings } from '../../src/enrolment/bookings/bookings.ts';
import { createCheckout } from '../../src/enrolment/checkout/checkout.ts';
import { checkoutRoutes } from '../../src/enrolment/checkout/routes.ts';
import { withoutScriptsRoutes } from '../../src/enrolment/checkout/without-scripts/routes.ts';
import { createWithoutScripts } from '../../src/enrolment/checkout/without-scripts/without-scripts.ts';
import { createDecisions } from '../../src/enrolment/decisions/decisions.ts';
import type { CaseKind } from '../../src/enrolment/orders/cases/case-kinds.ts';
import { openCases } from '../../src/enrolment/orders/cases/case-store.ts';
import { eachOrder } from '../../src/enrolment/orders/each-order.ts';
import { eraseOldOrders } from '../../src/enrolment/orders/erasure/retention.ts';
import { findOrder } from '../../src/enrolment/orders/store/order-queries.ts';
import { addTermsVersion } from '../../src/enrolment/orders/terms-versions.ts';
import { sendOrderRefunds } from '../../src/enrolment/payments/refunds.ts';
import { paymentRoutes } from '../../src/enrolment/payments/routes.ts';
import { createWebhook } from '../../src/enrolment/payments/webhook.ts';
import { createReceipts } from '../../src/enrolment/receipts/receipts.ts';
import { receiptRoutes } from '../../src/enrolment/receipts/routes.ts';
import { createOperatorChanges } from '../../src/enrolment/receipts/self-service/operator-changes.ts';
import { createReconciler } from '../../src/enrolment/reconciler/reconciler.ts';
import { setSales } from '../../src/enrolment/seats/sales.ts';
import { createRazorpay } from '../../src/partners/payments/razorpay/razorpay.ts';
import { createUpstreamClient } from '../../src/partners/upstream/upstream-client.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { transact } from '../../src/platform/database/transact.ts';
import { installErrorHandler } from '../../src/platform/http/problems/error-handler.ts';
import { createJobs } from '../../src/platform/jobs/create-jobs.ts';
import type { WorkResult } from '../../src/platform/jobs/jobs.ts';
import type { QueueName } from '../../src/platform/jobs/queues.ts';
import type { PublishedTerms } from '../../src/site/catalogue/text-writer.ts';
import { actionsOn } from '../operators/actions-on.ts';
import { useMigratedDatabase } from '../test-database.ts';
import { ageRows } from './age-rows.ts';
import { changePolicy } from './change-policy.ts';
import { batchId, courseId, startUpstreamDouble } from './upstream-double.ts';

export const keyId = 'rzp_test_LocalSandbox';
export const keySecret = 'sandbox_key_secret';
export const previousKeySecret = 'the_previous_key_secret';
export const webhookSecret = 'sandbox_webhook_secret';

export const buyer = {
  first_name: 'Asha',
  last_name: 'Nair',
  email: 'asha@example.com',
  phone_number: '+91 98450 00000',
};

/** The terms of a test's orders. */
const terms: PublishedTerms = {
  refundPolicy: [
    { until_hours_before: 336, percent: 100 },
    { until_hours_before: 72, percent: 50 },
  ],
  changePolicy,
};

export const purchase = {
  course_id: courseId,
  course_schedule_id: batchId,
  number_of_course: 2,
  ...buyer,
};

/** Fields that the widget passes to its handler. */
export interface Paid {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

export type Outcome = 'captured' | 'authorized' | 'failed' | 'late_authorized';
export type WebhookFate = 'send' | 'drop' | 'duplicate' | 'reorder' | 'tamper';

/** Deletes all ledger entries. Disables the triggers, which refuse this. */
async function clearLedger(database: Kysely<Database>): Promise<void> {
  await sql`set session_replication_role = replica; delete from ledger_entries; reset session_replication_role`.execute(
    database,
  );
}

/** Starts everything for one test file and stops it after the last test. */
export async function useCheckoutStack(
  options: { bookingWaitMs?: number; bookingTimeoutMs?: number; upstreamUrl?: string; log?: Logger } = {},
) {
  const { url: databaseUrl } = await useMigratedDatabase();
  const database = openDatabase(databaseUrl);
  await migrate(database);
  const log = options.log ?? pino({ level: process.env.TEST_LOG ?? 'silent' });
  const jobs = createJobs({ databaseUrl, log });
  await jobs.start();
  const upstream = await startUpstreamDouble();

  let webhookUrl = '';
  const sandboxServer = buildSandbox({ webhookUrl: () => webhookUrl, webhookRetryDelaysMs: [20, 50, 100] });
  const sandboxUrl = await sandboxServer.listen({ host: '127.0.0.1', port: 0 });
  const sandbox = supertest(sandboxUrl);

  const initialSettings = {
    upstreamIdempotent: true,
    upstreamExtraFields: true,
    upstreamBookingChanges: false,
    supplierGstin: '29AAAAA0000A1ZY' as string | undefined,
    supplierState: '29' as string | undefined,
    issuesInvoices: false,
    onlinePlace: 'recipient_state' as OnlinePlace,
    foreignBuyers: 'charge' as 'charge' | 'ask',
    latePayment: 'refund' as 'refund' | 'ask',
    bookingTimeoutMs: options.bookingTimeoutMs ?? 1_000,
    bookingWaitMs: options.bookingWaitMs ?? 5_000,
    retentionDays: 365,
    seatHoldMs: 15 * 60_000,
  };
  /** Changes the terms of new orders. */
  const setTerms = (change: Partial<PublishedTerms>) =>
    transact(database, (transaction) =>
      addTermsVersion(
        transaction,
        (current) => ({ ...current, ...change, note: 'for a test' }),
        'meera@academy.example',
      ),
    );
  await setTerms(terms);
  let clock: () => Date = () => new Date();
  const services = {
    database,
    jobs,
    upstream: createUpstreamClient({ baseUrl: options.upstreamUrl ?? upstream.url, timeoutMs: 10_000 }),
    provider: createRazorpay({
      keyId,
      keySecret,
      apiUrl: sandboxUrl,
      // Above what a busy machine takes; tests of a slow Razorpay wait longer.
      timeoutMs: 4_000,
      signatureSecrets: [keySecret, previousKeySecret],
      webhookSecrets: [webhookSecret, 'the_previous_secret'],
      checkoutUrl: `${sandboxUrl}/v1/checkout.js`,
    }),
    settings: { ...initialSettings },
    log,
    now: () => clock(),
    publicUrl: 'https://academy.example',
  };
  const bookings = createBookings(services);
  const reconciler = createReconciler(services);
  const decisions = createDecisions(services);
  const bookingChanges = createOperatorChanges(services);
  const deps = {
    ...services,
    bookings,
    reconciler,
    decisions,
    bookingChanges,
    actions: actionsOn(database, { decisions, jobs, bookingChanges }),
  };
  const checkout = {
    ...bookings,
    ...reconciler,
    eraseOld: () =>
      eraseOldOrders({ database, now: services.now, retentionDays: services.settings.retentionDays }),
  };
  // Tests set the network address of a visitor in `x-forwarded-for`.
  const app = fastify({ forceCloseConnections: true, trustProxy: true });
  installErrorHandler(app);
  let webhooksMayPass = Promise.resolve();
  app.addHook('onRequest', async (request) => {
    if (request.url.startsWith('/api/webhooks/')) await webhooksMayPass;
  });
  checkoutRoutes(app, createCheckout(deps));
  void app.register(withoutScriptsRoutes, {
    checkout: createWithoutScripts(deps),
    sendFilled: async (_request, reply, { status, content }) => void reply.code(status).send(content.text),
    publicUrl: services.publicUrl,
  });
  paymentRoutes(app, createWebhook(services));
  receiptRoutes(app, createReceipts(services));
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  webhookUrl = `${baseUrl}/api/webhooks/razorpay`;
  const http = supertest(baseUrl);

  atEnd(async () => {
    await app.close();
    await checkout.idle();
    await jobs.stop(2_000);
    await sandboxServer.close();
    await upstream.app.close();
    await database.destroy();
  });

  let passedMs = 0;
  let toRetry: string[] = [];
  let refundsToRetry: string[] = [];

  /** Runs the queued jobs of a queue, and jobs to retry. @returns ids of the jobs to retry next */
  async function runQueued(
    queue: QueueName,
    more: readonly string[],
    work: (ids: string[]) => Promise<Map<string, WorkResult>>,
  ): Promise<string[]> {
    const queued = await sql<{ id: string }>`
      delete from pgboss.job where name = ${queue} returning data ->> 'id' as id`.execute(database);
    const ids = [...new Set([...more, ...queued.rows.map(({ id }) => id)])];
    const results = await work(ids);
    return ids.filter((id) => results.get(id) === 'retry');
  }

  return {
    deps,
    databaseUrl,
    setTerms,
    checkout,
    database,
    jobs,
    upstream,
    http,
    sandbox,
    /** Sets the time since the test began: moves the clock of the services and the timestamps of the rows. */
    async setClock(offsetMs: number) {
      clock = () => new Date(Date.now() + offsetMs);
      await ageRows(database, offsetMs - passedMs);
      passedMs = offsetMs;
    },
    async reset() {
      clock = () => new Date();
      passedMs = 0;
      await checkout.idle();
      upstream.reset();
      Object.assign(services.settings, initialSettings);
      await setTerms(terms);
      await setSales(database, true, 'meera@academy.example');
      await sandbox.get('/_sandbox/idle');
      await sandbox.post('/_sandbox/reset').expect(200);
      await database.deleteFrom('differences').execute();
      await database.deleteFrom('booking_changes').execute();
      await database.deleteFrom('erasure_copies').execute();
      await clearLedger(database);
      for (const table of [
        'attendance',
        'certificates',
        'feedback',
        'late_attendees',
        'class_lists',
        'mails',
      ] as const)
        await database.deleteFrom(table).execute();
      for (const table of ['cases', 'disputes', 'refunds', 'order_events', 'order_payments'] as const)
        await database.deleteFrom(table).execute();
      await database.deleteFrom('waitlist_entries').execute();
      await database.deleteFrom('coupon_uses').execute();
      await database.deleteFrom('coupons').execute();
      await database.deleteFrom('complaints').execute();
      await database.deleteFrom('orders').execute();
      await database.deleteFrom('webhook_events').execute();
      await database.deleteFrom('payment_claims').execute();
      await database.deleteFrom('seat_batches').execute();
      await database.deleteFrom('batch_plans').execute();
      await sql`delete from pgboss.job where name in ('book-order', 'change-booking', 'send-refunds')`.execute(
        database,
      );
      toRetry = [];
      refundsToRetry = [];
    },
    /** Holds webhooks back. @returns a function that releases them */
    holdWebhooks(): () => void {
      const held = Promise.withResolvers<void>();
      webhooksMayPass = held.promise;
      return () => held.resolve();
    },
    /** Runs the queued jobs of bookings, then of refunds, and retries jobs that failed before. */
    async workOff() {
      toRetry = await runQueued('book-order', toRetry, (ids) => checkout.advance(ids));
      await checkout.idle();
      await this.sendRefunds();
    },
    /** Runs the queued jobs of refunds, and retries jobs that failed before. */
    async sendRefunds() {
      refundsToRetry = await runQueued('send-refunds', refundsToRetry, (ids) =>
        eachOrder(log, ids, (orderId) => sendOrderRefunds(services, orderId)),
      );
    },
    /** Runs the queued jobs of booking changes. @returns ids of the orders to retry */
    async sendBookingChanges(more: readonly string[] = []): Promise<string[]> {
      return runQueued('change-booking', more, (ids) => checkout.sendChanges(ids));
    },
    /**
     * Opens an order.
     * @param address network address of the visitor
     * @returns the data of the response, with Razorpay's order id
     */
    async open(overrides: Record<string, unknown> = {}, address = '127.0.0.1') {
      const answer = await http
        .post('/api/checkout')
        .set('x-forwarded-for', address)
        .send({ ...purchase, ...overrides });
      if (answer.status !== 200) throw new Error(`checkout answered ${answer.status}: ${answer.text}`);
      return answer.body.data as { order_id: string; receipt_path: string; amount: number };
    },
    /** Opens an order by the form without scripts. @param times number of concurrent submissions */
    async openByForm(times: number) {
      const attempt = randomUUID();
      const fields = { ...purchase, attempt, state: '29' };
      const send = () => http.post('/checkout').type('form').send(fields);
      const answers = await Promise.all(Array.from({ length: times }, send));
      for (const { status, text } of answers)
        if (status !== 303) throw new Error(`the form was answered ${status}: ${text}`);
      const order = await findOrder(database, 'attempt', attempt);
      if (!order?.providerOrderId) throw new Error('the form opened no order');
      return { attempt, order_id: order.providerOrderId, receipt_path: `/receipt/${order.receiptToken}` };
    },
    async pay(orderId: string, outcome: Outcome = 'captured', webhook: WebhookFate = 'drop'): Promise<Paid> {
      const answer = await sandbox.post('/_sandbox/pay').send({ order_id: orderId, outcome, webhook });
      if (answer.status !== 200) throw new Error(`sandbox answered ${answer.status}: ${answer.text}`);
      return answer.body as Paid;
    },
    /** Opens an order, pays for it and books it. */
    async book(overrides: Record<string, unknown> = {}, webhook: WebhookFate = 'drop') {
      const { order_id: orderId, receipt_path: receiptPath } = await this.open(overrides);
      const paid = await this.pay(orderId, 'captured', webhook);
      await http.post('/api/booking').send(paid).expect(200);
      const { id } = await this.order(orderId);
      return { id, orderId, receiptPath, paymentId: paid.razorpay_payment_id };
    },
    fault(kind: string, times = 1) {
      return sandbox.post('/_sandbox/faults').send({ service: 'razorpay', kind, times }).expect(200);
    },
    /** Finishes every refund that is in progress at Razorpay. */
    async finishRefunds(outcome: 'processed' | 'failed' = 'processed') {
      const { refunds } = (await sandbox.get('/_sandbox/payments').expect(200)).body.data;
      for (const { id, status } of refunds)
        if (status === 'pending')
          await sandbox.post('/_sandbox/refunds').send({ refund_id: id, outcome }).expect(200);
      await sandbox.get('/_sandbox/idle').expect(200);
    },
    /** Makes a refund in Razorpay's dashboard. */
    async refundInDashboard(paymentId: string, change: Record<string, unknown> = {}) {
      const made = await sandbox.post('/_sandbox/refunds').send({ payment_id: paymentId, ...change });
      if (made.status !== 200) throw new Error(`sandbox answered ${made.status}: ${made.text}`);
      await sandbox.get('/_sandbox/idle').expect(200);
      return made.body.data as { id: string; amount: number };
    },
    async dispute(change: Record<string, unknown>) {
      const made = await sandbox.post('/_sandbox/disputes').send(change).expect(200);
      await sandbox.get('/_sandbox/idle').expect(200);
      return made.body.data as { id: string };
    },
    /** Closes the open case of a kind, as an operator. @throws Refusal */
    async closeCase(kind: CaseKind, statement: CaseStatement, orderId?: string) {
      const cases = await openCases(database, orderId === undefined ? {} : { orderIds: [orderId] });
      const open = cases.find((one) => one.kind === kind);
      const input = { id: open?.id ?? '0', statement, note: 'done by hand' };
      const actor = { id: null, email: 'asha@academy.example', role: 'finance', isSteppedUp: false } as const;
      const call = { actor, key: randomUUID(), requestId: 'request-1' };
      return actionsOn(database, { jobs }).execute('cases.close', input, call);
    },
    /** Kinds of the open cases, those without an order included. */
    async cases() {
      return (await openCases(database)).map(({ kind }) => kind);
    },
    idle: () => sandbox.get('/_sandbox/idle').expect(200),
    async order(providerOrderId: string) {
      const order = await findOrder(database, 'provider_order_id', providerOrderId);
      if (!order) throw new Error('order not found');
      return order;
    },
  };
}
