/** Composes the services of orders, each with the settings that it needs. */
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { createBookings } from '../../enrolment/bookings/bookings.ts';
import { createCheckout } from '../../enrolment/checkout/checkout.ts';
import { createWithoutScripts } from '../../enrolment/checkout/without-scripts/without-scripts.ts';
import { createDecisions } from '../../enrolment/decisions/decisions.ts';
import { createWebhook } from '../../enrolment/payments/webhook.ts';
import { createReceipts } from '../../enrolment/receipts/receipts.ts';
import type { EnqueueMails } from '../../enrolment/receipts/self-service/dependencies.ts';
import { createOperatorChanges } from '../../enrolment/receipts/self-service/operator-changes.ts';
import { createSelfService } from '../../enrolment/receipts/self-service/self-service.ts';
import { createReconciler } from '../../enrolment/reconciler/reconciler.ts';
import type { PaymentProvider } from '../../partners/payments/provider.ts';
import { createBatchEditor } from '../../partners/upstream/batch-editor.ts';
import type { UpstreamClient } from '../../partners/upstream/upstream-client.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Env } from '../../platform/settings/env.ts';

/** Max time for which a payer waits for the booking. */
const bookingWaitMs = 6_000;

interface EnrolmentParts {
  database: Kysely<Database>;
  jobs: Jobs;
  upstream: UpstreamClient;
  provider: PaymentProvider;
  /** Undefined if no emails are sent. */
  enqueueMails: EnqueueMails | undefined;
  log: FastifyBaseLogger;
}

export function openEnrolment(env: Env, parts: EnrolmentParts) {
  const { database, jobs, upstream, provider, enqueueMails, log } = parts;
  const { publicUrl, upstreamBookingChanges, onlinePlace, foreignBuyers } = env;
  const now = () => new Date();
  const payments = { database, jobs, provider, log };
  const seatHoldMs = env.seatHoldMinutes * 60_000;
  const bookings = createBookings({
    ...payments,
    upstream,
    publicUrl,
    settings: {
      upstreamIdempotent: env.upstreamIdempotent,
      upstreamExtraFields: env.upstreamExtraFields,
      upstreamBookingChanges,
      latePayment: env.latePayment,
      bookingTimeoutMs: env.upstreamSubmitTimeoutMs,
    },
  });
  const opening = {
    ...payments,
    upstream,
    bookings,
    now,
    settings: {
      supplierGstin: env.supplierGstin,
      supplierState: env.supplierGstin?.slice(0, 2),
      issuesInvoices: env.supplier !== undefined,
      onlinePlace,
      foreignBuyers,
      seatHoldMs,
      bookingWaitMs,
    },
  };
  const checkout = createCheckout(opening);
  const withoutScripts = createWithoutScripts({ ...opening, publicUrl });
  const issuesInvoices = env.supplier !== undefined;
  const decisions = createDecisions({
    ...payments,
    now,
    settings: { upstreamBookingChanges, issuesInvoices },
  });
  const changes = {
    database,
    jobs,
    upstream,
    enqueueMails,
    publicUrl,
    log,
    now,
    settings: { upstreamBookingChanges },
  };
  return {
    bookings,
    checkout,
    withoutScripts,
    decisions,
    callingOff: {
      database,
      jobs,
      publicUrl,
      decisions,
      isMoneyShort: provider.isMoneyShort,
      editor: createBatchEditor(upstream),
    },
    webhook: createWebhook(payments),
    receipts: createReceipts({
      ...payments,
      publicUrl,
      now,
      settings: { upstreamBookingChanges, issuesInvoices: env.supplier !== undefined },
    }),
    reconciler: createReconciler({ ...payments, now, settings: { upstreamBookingChanges, seatHoldMs } }),
    selfService: createSelfService({ ...changes, decisions, opening }),
    bookingChanges: createOperatorChanges(changes),
  };
}
