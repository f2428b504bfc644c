/** Starts what a worker does: queues and the clock's work. */
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { startBatchWorkers } from '../checkout/batches/start-batches.ts';
import { type Checkout, startCheckoutWorkers } from '../checkout/checkout.ts';
import { startOrderMailWorkers, startUnfinishedMails } from '../checkout/mails/order-mails.ts';
import { startComplaintWorkers } from '../complaints/erasure.ts';
import { startSampleCoupons } from '../coupons/coupons.ts';
import type { Database } from '../database/database.ts';
import type { Env } from '../env.ts';
import { type Invoices, startInvoiceWorkers } from '../invoices/invoices.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { startEnquiryCopies } from '../leads/enquiry-copies.ts';
import { type Leads, startLeadWorkers } from '../leads/leads.ts';
import { type Mailer, startMailWorkers } from '../mail/mailer.ts';
import type { PaymentProvider } from '../payments/provider.ts';
import { startReconciliationWorkers } from '../reconciliation/nightly.ts';
import { startSearchWorkers } from '../search/search-workers.ts';
import { startSeatWorkers } from '../seats/delete-old-batches.ts';
import type { UpstreamClient } from '../upstream/upstream-client.ts';
import { startVisitWorkers } from '../visits/forget-visits.ts';
import { startWaitlistWorkers, type Waitlist } from '../waitlist/waitlist.ts';

const clock = { now: () => new Date(), track: () => undefined };

export interface WorkerParts {
  env: Env;
  log: FastifyBaseLogger;
  database: Kysely<Database>;
  jobs: Jobs;
  provider: PaymentProvider;
  upstream: UpstreamClient;
  leads: Leads;
  checkout: Checkout;
  waitlist: Waitlist;
  invoices: Invoices;
  mailer: Mailer;
  /** What mails about unfinished checkouts need beside the queue and the time. */
  checkoutParts: Omit<Parameters<typeof startUnfinishedMails>[0], 'jobs' | keyof typeof clock>;
}

/** To be called once the database is prepared. */
export async function startAllWorkers(parts: WorkerParts): Promise<void> {
  const { env, log, database, jobs, provider, upstream, checkout, checkoutParts } = parts;
  await startLeadWorkers(parts.leads);
  await startCheckoutWorkers({ jobs, checkout, log });
  await startWaitlistWorkers({ jobs, waitlist: parts.waitlist });
  await startSeatWorkers({ jobs, database });
  await startVisitWorkers({ jobs, database });
  await startComplaintWorkers({ jobs, database });
  await startInvoiceWorkers({ jobs, invoices: parts.invoices, log });
  await startReconciliationWorkers({ database, provider, jobs, log, now: clock.now });
  await startMailWorkers({ jobs, mailer: parts.mailer, log });
  await startBatchWorkers({ jobs, database, upstream, log });
  await startOrderMailWorkers({
    ...{ jobs, database, log },
    ...{ publicUrl: env.publicUrl, consoleUrl: env.console?.url },
  });
  if (env.console) await startSearchWorkers({ jobs, database, log });
  if (env.checkoutReminders) await startUnfinishedMails({ ...checkoutParts, ...clock, jobs });
  if (env.enquiryCopies) await startEnquiryCopies({ jobs, database });
  if (env.appEnv === 'demo') await startSampleCoupons({ jobs, database });
}
