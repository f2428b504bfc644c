/** Starts the handlers of all queues and scheduled jobs. */
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { startBatchWorkers } from '../../enrolment/batches/start-batches.ts';
import type { Bookings } from '../../enrolment/bookings/bookings.ts';
import { startBookingWorkers } from '../../enrolment/bookings/workers.ts';
import { startSampleCoupons } from '../../enrolment/coupons/coupons.ts';
import type { Decisions } from '../../enrolment/decisions/decisions.ts';
import { type Invoices, startInvoiceWorkers } from '../../enrolment/documents/invoices.ts';
import { startAbandonedMails, startOrderMailWorkers } from '../../enrolment/messages/order-mails.ts';
import { startOrderWorkers } from '../../enrolment/orders/workers.ts';
import { startPaymentWorkers } from '../../enrolment/payments/workers.ts';
import { startExchangeWorkers } from '../../enrolment/receipts/self-service/exchange.ts';
import type { Reconciler } from '../../enrolment/reconciler/reconciler.ts';
import { startReconcilerWorkers } from '../../enrolment/reconciler/workers.ts';
import { startSeatWorkers } from '../../enrolment/seats/delete-old-batches.ts';
import { startPartnerComparison } from '../../enrolment/settlements/differences/compare-partners.ts';
import { startReconciliationWorkers } from '../../enrolment/settlements/nightly.ts';
import { startWaitlistWorkers, type Waitlist } from '../../enrolment/waitlist/waitlist.ts';
import { startWebhookWorkers } from '../../integrations/webhooks/workers.ts';
import { type Leads, startLeadWorkers } from '../../leads/leads.ts';
import { startEnquiryCopies } from '../../leads/ledger/enquiry-copies.ts';
import { type Mailer, startMailWorkers } from '../../mail/outbox/mailer.ts';
import type { OperationServices } from '../../operators/actions/operations/long-work.ts';
import { type Operations, startOperationWorkers } from '../../operators/actions/operations/operations.ts';
import type { PaymentProvider } from '../../partners/payments/provider.ts';
import type { UpstreamClient } from '../../partners/upstream/upstream-client.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Env } from '../../platform/settings/env.ts';
import { startComplaintWorkers } from '../../privacy/complaints/erasure.ts';
import { startLateCopyWorkers } from '../../privacy/data-requests/late-copies.ts';
import { startVisitWorkers } from '../../site/visits/forget-visits.ts';
import { startTrainingWorkers } from '../../training/workers.ts';

const now = () => new Date();

export interface WorkerParts {
  operations: Operations;
  env: Env;
  log: FastifyBaseLogger;
  database: Kysely<Database>;
  jobs: Jobs;
  provider: PaymentProvider;
  upstream: UpstreamClient;
  leads: Leads;
  bookings: Bookings;
  decisions: Decisions;
  callingOff: OperationServices['callingOff'];
  reconciler: Reconciler;
  waitlist: Waitlist;
  invoices: Invoices;
  mailer: Mailer;
}

/** Call this function once the database is prepared. */
export async function startAllWorkers(parts: WorkerParts): Promise<void> {
  const { env, log, database, jobs, provider, upstream } = parts;
  await startLeadWorkers(parts.leads);
  await startBookingWorkers(jobs, parts.bookings);
  await startPaymentWorkers({ jobs, database, provider, log });
  await startReconcilerWorkers(jobs, parts.reconciler, log);
  const { crm } = parts.leads.options;
  await startOrderWorkers({ jobs, database, crm, retentionDays: env.retentionDays, log });
  await startExchangeWorkers({ jobs, database, decisions: parts.decisions, log });
  await startWaitlistWorkers({ jobs, waitlist: parts.waitlist });
  await startSeatWorkers({ jobs, database });
  await startVisitWorkers({ jobs, database });
  await startComplaintWorkers({ jobs, database });
  await startLateCopyWorkers({ jobs, database });
  await startTrainingWorkers({
    jobs,
    database,
    log,
    retentionDays: env.retentionDays,
    publicUrl: env.publicUrl,
  });
  await startInvoiceWorkers({ jobs, invoices: parts.invoices, log });
  await startReconciliationWorkers({ database, provider, jobs, log, now });
  await startPartnerComparison({ database, upstream, provider, jobs, log, now });
  await startMailWorkers({ jobs, mailer: parts.mailer, log });
  await startWebhookWorkers({ jobs, database, log, isDemo: env.appEnv === 'demo' });
  await startOperationWorkers({ jobs, database, operations: parts.operations, log });
  await startBatchWorkers({ ...parts.callingOff, jobs, upstream, log });
  await startOrderMailWorkers({
    jobs,
    database,
    log,
    publicUrl: env.publicUrl,
    consoleUrl: env.console?.url,
  });
  if (env.checkoutReminders) await startAbandonedMails({ jobs, database, upstream, log, now });
  if (env.enquiryCopies) await startEnquiryCopies({ jobs, database });
  if (env.appEnv === 'demo') await startSampleCoupons({ jobs, database });
}
