/**
 * Composes the services on PostgreSQL, the stand-ins of both partners, and jobs that run when the model calls
 * them. No code here waits for real time.
 */
import fastify from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { startBatchWorkers } from '../../src/enrolment/batches/start-batches.ts';
import { startBookingWorkers } from '../../src/enrolment/bookings/workers.ts';
import { checkoutRoutes } from '../../src/enrolment/checkout/routes.ts';
import type { Decisions } from '../../src/enrolment/decisions/decisions.ts';
import { createInvoices, issuingOf, startInvoiceWorkers } from '../../src/enrolment/documents/invoices.ts';
import { startOrderMailWorkers } from '../../src/enrolment/messages/order-mails.ts';
import { readCurrentTerms } from '../../src/enrolment/orders/terms-versions.ts';
import { startPaymentWorkers } from '../../src/enrolment/payments/workers.ts';
import { receiptRoutes } from '../../src/enrolment/receipts/routes.ts';
import { selfServiceRoutes } from '../../src/enrolment/receipts/self-service/routes.ts';
import { startReconcilerWorkers } from '../../src/enrolment/reconciler/workers.ts';
import { openDemoSales } from '../../src/enrolment/seats/sales.ts';
import {
  keepRecentSettlements,
  startReconciliationWorkers,
} from '../../src/enrolment/settlements/nightly.ts';
import { enqueueMails, type NewMail } from '../../src/mail/outbox/enqueue-mails.ts';
import { openEnrolment } from '../../src/main/services/enrolment.ts';
import { configuredProvider } from '../../src/partners/payments/configured.ts';
import type { PaymentProvider } from '../../src/partners/payments/provider.ts';
import { withClosedBatches } from '../../src/partners/upstream/closed-batches.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { installErrorHandler } from '../../src/platform/http/problems/error-handler.ts';
import { readEnv } from '../../src/platform/settings/env.ts';
import { openClock, overrideDatabaseClock } from './clock.ts';
import { createJobsTable, createModelJobs } from './model-jobs.ts';
import { startProviderDouble } from './provider-double.ts';
import { createSnapshotFunction } from './snapshot.ts';
import { createUpstreamBooks, type ModelBatch } from './upstream-books.ts';

/** Tables that the model clears between sequences. */
const cleared = [
  'ledger_entries',
  'model_jobs',
  'mails',
  'mail_daily_counts',
  'invoice_files',
  'invoices',
  'invoice_counters',
  'document_requests',
  'settled_entries',
  'change_requests',
  'billing_corrections',
  'abandoned_checkouts',
  'manage_links',
  'cases',
  'disputes',
  'refunds',
  'order_events',
  'order_payments',
  'booking_changes',
  'batch_changes',
  'coupon_uses',
  'coupons',
  'order_search',
  'orders',
  'webhook_events',
  'payment_claims',
  'seat_batches',
  'batch_plans',
];

const settings = {
  APP_ENV: 'demo',
  PUBLIC_URL: 'https://academy.example',
  UPSTREAM_URL: 'http://127.0.0.1:9',
  UPSTREAM_IDEMPOTENT: 'true',
  UPSTREAM_BOOKING_CHANGES: 'true',
  LATE_PAYMENT: 'ask',
  ZOHO_ACCOUNTS_URL: 'http://127.0.0.1:9',
  ZOHO_CLIENT_ID: 'id',
  ZOHO_CLIENT_SECRET: 'secret',
  ZOHO_REFRESH_TOKEN: 'token',
  SUPPLIER_LEGAL_NAME: 'Kaveri Skills LLP',
  SUPPLIER_GSTIN: '29AAAAA0000A1ZY',
  SUPPLIER_ADDRESS: '12 MG Road, Bengaluru 560001',
};

async function createDatabase(
  serverUrl: string,
): Promise<{ url: string; name: string; drop: () => Promise<void> }> {
  const name = `model_${process.pid}_${performance.now().toFixed(0)}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await run(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { name, url: url.href, drop: () => run(`drop database ${name} with (force)`) };
}

async function prepare(url: string, name: string): Promise<void> {
  const first = openDatabase(url, { maxConnections: 1 });
  await overrideDatabaseClock(first, name);
  await first.destroy();
  const database = openDatabase(url, { maxConnections: 1 });
  await migrate(database);
  await openDemoSales(database);
  await createJobsTable(database);
  await createSnapshotFunction(database);
  await database.destroy();
}

/** Changes that a planted fault makes. */
export interface WorldChange {
  provider?: (provider: PaymentProvider) => PaymentProvider;
  decisions?: (decisions: Decisions) => Decisions;
  /** Statements on the model's own database. */
  sql?: string;
}

/** @param serverUrl URL of a PostgreSQL server in which databases may be created */
export async function openWorld(serverUrl: string, change: WorldChange = {}) {
  const { url, name, drop } = await createDatabase(serverUrl);
  const clock = openClock();
  await prepare(url, name);
  const database = openDatabase(url, { maxConnections: 3 });
  if (change.sql !== undefined) await sql.raw(change.sql).execute(database);
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
  const { jobs, drain, tick } = createModelJobs();
  const upstream = createUpstreamBooks();
  const double = await startProviderDouble();
  const { razorpayKeyId, razorpayKeySecret, razorpayWebhookSecret } = double.settings;
  const env = readEnv({
    ...settings,
    DATABASE_URL: url,
    RAZORPAY_KEY_ID: razorpayKeyId,
    RAZORPAY_KEY_SECRET: razorpayKeySecret,
    RAZORPAY_WEBHOOK_SECRET: razorpayWebhookSecret,
    RAZORPAY_API_URL: double.url,
  });
  const asConfigured = double.withFaults(configuredProvider({ razorpay: env.razorpay }));
  const provider = change.provider?.(asConfigured) ?? asConfigured;
  // Reads the table each time, because batches of different sequences have the same ids.
  const readClosed = async () => {
    const rows = await database
      .selectFrom('batch_plans')
      .select('batch_id')
      .where('state', '=', 'called_off')
      .execute();
    return new Set(rows.map(({ batch_id: id }) => Number(id)));
  };
  const composed = openEnrolment(env, {
    database,
    jobs,
    upstream: withClosedBatches(upstream.client, readClosed),
    provider,
    enqueueMails: (transaction: Transaction<Database>, mails: readonly NewMail[]) =>
      enqueueMails(transaction, mails, jobs),
    log,
  });
  const decisions = change.decisions?.(composed.decisions) ?? composed.decisions;
  const enrolment = { ...composed, decisions };
  const now = () => new Date();
  const documents = { database, jobs, supplier: env.supplier, settings: env.invoices };
  const issuing = issuingOf(documents);
  if (!issuing) throw new Error('the supplier is not complete');
  const invoices = createInvoices({ ...documents, log });
  await startBookingWorkers(jobs, enrolment.bookings);
  await startPaymentWorkers({ jobs, database, provider, log });
  await startReconcilerWorkers(jobs, enrolment.reconciler, log);
  await startInvoiceWorkers({ jobs, invoices: { ...invoices, render: drawNothing(database) }, log });
  await startBatchWorkers({ ...enrolment.callingOff, decisions, jobs, upstream: upstream.client, log });
  await startOrderMailWorkers({ jobs, database, log, publicUrl: env.publicUrl, consoleUrl: undefined });
  await startReconciliationWorkers({ jobs, database, provider, log, now });

  const app = fastify({ forceCloseConnections: true });
  installErrorHandler(app);
  checkoutRoutes(app, enrolment.checkout);
  receiptRoutes(app, enrolment.receipts);
  selfServiceRoutes(app, enrolment.selfService);
  await app.ready();

  const { refundPolicy } = await readCurrentTerms(database);
  return {
    database,
    enrolment,
    provider,
    double,
    upstream,
    answering: { jobs, publicUrl: env.publicUrl },
    issuing: { ...issuing, eInvoice: env.invoices.eInvoice },
    settings: { onlinePlace: env.onlinePlace },
    refundPolicy,
    tick,
    readSettlements: () => keepRecentSettlements({ database, provider, now }),
    drain: () => drain(database),
    setClock: (to: Date) => clock.set(database, to),
    /** Sends a request of the payer's browser. */
    async http(method: 'GET' | 'POST', path: string, body?: object, address = '127.0.0.1') {
      const answer = await app.inject({
        method,
        url: path,
        remoteAddress: address,
        ...(body && { payload: body }),
      });
      return { status: answer.statusCode, json: answer.json() };
    },
    async reset(at: Date, batches: ModelBatch[]): Promise<void> {
      upstream.reset(batches);
      double.reset();
      await clock.set(database, at);
      await sql`do $$ begin
        set local session_replication_role = replica;
        ${sql.raw(cleared.map((table) => `delete from ${table};`).join('\n'))}
      end $$`.execute(database);
    },
    async close(): Promise<void> {
      await app.close();
      await enrolment.bookings.idle();
      await double.close();
      await database.destroy();
      clock.close();
      await drop();
    },
  };
}

/** Marks documents as rendered, with an empty PDF, which contains no data besides that of its row. */
function drawNothing(database: Kysely<Database>) {
  return async (numbers: readonly string[]) => {
    for (const number of numbers)
      await sql`insert into invoice_files (number, body, sha256, created_at) values (${number}, '', '', now())
        on conflict do nothing`.execute(database);
    return new Map(numbers.map((number) => [number, 'done' as const]));
  };
}

export type World = Awaited<ReturnType<typeof openWorld>>;
