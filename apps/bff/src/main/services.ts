/** Composition root: builds all services from the settings. */
import { setTimeout as sleep } from 'node:timers/promises';
import { instance, setInstance } from '@meridian/contracts/site/instance';
import type { FastifyBaseLogger } from 'fastify';
import type { Transaction } from 'kysely';
import { createCoupons } from '../enrolment/coupons/coupons.ts';
import { createInvoices, issuingOf } from '../enrolment/documents/invoices.ts';
import { createCalledOffReader } from '../enrolment/orders/store/batch-plans.ts';
import { createCourseSeats } from '../enrolment/seats/course-seats.ts';
import { takenSeats } from '../enrolment/seats/taken-seats.ts';
import { createWaitlist } from '../enrolment/waitlist/waitlist.ts';
import { createCourseLookup } from '../leads/acceptance/course-lookup.ts';
import { createLeads } from '../leads/leads.ts';
import { monitorLedger } from '../leads/ledger/ledger-monitor.ts';
import { takeBounce } from '../mail/bounces/bounces.ts';
import { enqueueMails, type NewMail } from '../mail/outbox/enqueue-mails.ts';
import { mailSenderOf } from '../mail/outbox/mail-sender.ts';
import { createOperations } from '../operators/actions/operations/long-work.ts';
import type { ConsoleParts } from '../operators/console/console-app.ts';
import { crmCompany, shownSettings } from '../operators/console/shown-settings.ts';
import { missingSetupSteps } from '../operators/setup/missing-steps.ts';
import { createZohoCrm } from '../partners/crm/zoho/zoho-crm.ts';
import { configuredProvider } from '../partners/payments/configured.ts';
import { withClosedBatches } from '../partners/upstream/closed-batches.ts';
import type { Database } from '../platform/database/database.ts';
import { securityHeaders } from '../platform/http/security-headers.ts';
import { createMetrics } from '../platform/observability/metrics.ts';
import { recordCall } from '../platform/observability/spans.ts';
import type { OnRemoteCall } from '../platform/remote/observed.ts';
import type { Env } from '../platform/settings/env.ts';
import { companyLine } from '../platform/settings/supplier.ts';
import { createDataRequests } from '../privacy/data-requests/data-requests.ts';
import type { Purges } from '../site/purge/purge.ts';
import type { Visits } from '../site/visits/visits.ts';
import { createCertificates } from '../training/certificates/certificates.ts';
import { createClassLists } from '../training/classes/class-list.ts';
import { createFeedback } from '../training/feedback/feedback.ts';
import type { Services } from './app.ts';
import { openDoctor } from './services/doctor.ts';
import { openEnrolment } from './services/enrolment.ts';
import { followInstance } from './services/follow-instance.ts';
import { openMailer } from './services/mailer.ts';
import { requireOwnPolicies } from './services/own-policies.ts';
import { createScanner, createUpstream } from './services/partners.ts';
import { openSite, type SitePart } from './services/site.ts';
import { openStorage } from './services/storage.ts';
import { startAllWorkers } from './services/workers.ts';
import { readState } from './state-metrics/read-state.ts';
import { createStateMetrics } from './state-metrics/state-metrics.ts';

const countsTimeoutMs = 1_000;
const closeTimeoutMs = 500;
const hourMs = 60 * 60_000;

export interface RunningServices {
  /** Services that `buildApp` needs besides those of the site. */
  core: Omit<Services, SitePart>;
  /** Catalogue and pages; only for roles that serve the site. */
  openSite(): Promise<Pick<Services, SitePart>>;
  /** Services of the console; undefined if it is disabled. */
  console: ConsoleParts | undefined;
  /** Starts the workers once the database is prepared. @throws if the services are closed first */
  startWorkers(): Promise<void>;
  /**
   * Returns unfinished jobs to the queue and closes the database. @param timeoutMs max wait for active jobs
   */
  close(timeoutMs: number): Promise<void>;
}

/**
 * Opens the database and the queue, and builds the services. Waits for an unavailable database in the
 * background.
 * @param stopping true once graceful shutdown has begun
 * @throws if the database refuses the connection or cannot be migrated, and in production if a policy is that
 * of the sample brand
 */
export async function openServices(
  env: Env,
  log: FastifyBaseLogger,
  stopping: () => boolean,
): Promise<RunningServices> {
  setInstance(env.instanceFolder.instance);
  const metrics = createMetrics();
  const headers = securityHeaders(env);
  const { client: everyBatch, state: upstreamState } = createUpstream(env, metrics);
  await requireOwnPolicies(env, everyBatch, log);
  const onRemote: OnRemoteCall = (call) => {
    metrics.observeRemote(call);
    recordCall(`${call.remote} ${call.call}`, { ...call, failed: call.result !== 'answered' });
  };
  const { database, jobs, preparation } = await openStorage(env, log, metrics);
  const ledger = monitorLedger(database, log);
  const upstream = withClosedBatches(
    everyBatch,
    createCalledOffReader(database, (error) =>
      log.warn({ err: error }, 'the batches that are called off could not be read'),
    ),
  );

  const waitlist = createWaitlist({
    database,
    upstream,
    ledger: takenSeats,
    offerMs: env.waitlistOfferHours * hourMs,
    log,
  });
  const findCourse = createCourseLookup({ upstream });
  const leads = createLeads({
    database,
    jobs,
    upstream,
    upstreamUrl: env.upstreamUrl,
    publicUrl: env.publicUrl,
    findCourse,
    crm: createZohoCrm(database, env.zoho, log, onRemote),
    company: () => crmCompany(env),
    retentionDays: env.retentionDays,
    fileQuotas: env.fileQuotas,
    scan: createScanner(env, log),
    leadHandler: waitlist.leadHandler,
    log,
  });
  const provider = configuredProvider({ razorpay: { ...env.razorpay, onCall: onRemote } });
  const enqueueVisitorMails =
    env.mail &&
    ((transaction: Transaction<Database>, mails: readonly NewMail[]) =>
      enqueueMails(transaction, mails, jobs));
  const enrolment = openEnrolment(env, {
    database,
    jobs,
    upstream,
    provider,
    enqueueMails: enqueueVisitorMails,
    log,
  });
  const { bookings, checkout, withoutScripts, webhook, receipts, selfService, reconciler } = enrolment;
  const dataRequests = createDataRequests({
    database,
    log,
    publicUrl: env.publicUrl,
    enqueueMails: enqueueVisitorMails,
    consoleUrl: env.console?.url,
  });

  const classLists = createClassLists({ database, now: () => new Date() });
  const certificates = createCertificates({
    database,
    publicUrl: env.publicUrl,
    provider: () => env.supplier?.legalName ?? instance().name,
  });
  const feedback = createFeedback({ database });
  const mailer = openMailer(env, database, log, metrics);
  const bounceSecret = env.mailBounceSecret;
  const { supplier, invoices: settings } = env;
  const invoices = createInvoices({ database, jobs, supplier, settings, log });
  const seats = createCourseSeats({ database, upstream, ledger: takenSeats });

  const reading = { database, jobs, upstream, log, now: () => new Date() };
  const operations = createOperations({
    callingOff: enrolment.callingOff,
    reconciler,
    comparing: reading,
    offering: { ...reading, ledger: takenSeats, offerMs: env.waitlistOfferHours * hourMs },
    issuing: issuingOf({ database, jobs, supplier, settings }),
  });

  // A process that serves the site reads the instance again when it receives a purge.
  const instanceListener =
    env.role === 'worker' || env.role === 'console' ? await followInstance(env, log) : undefined;
  let purges: Purges | undefined;
  let visits: Visits | undefined;
  const health = { ledger, upstreamState, stopping };
  metrics.observeState((register) =>
    createStateMetrics(register, {
      read: () => readState(database),
      onError: (error) => log.warn({ err: error }, 'the state of leads and orders could not be read'),
      ledger,
      serves: env.role === 'worker' || env.role === 'console' ? 'jobs' : 'pages',
      stopping,
      fileQuotas: env.fileQuotas,
      upstreamState,
    }),
  );

  return {
    core: {
      env,
      log,
      headers,
      metrics,
      health,
      leads,
      seats,
      waitlist,
      checkout,
      withoutScripts,
      webhook,
      receipts,
      selfService,
      dataRequests,
      classLists,
      certificates,
      feedback,
      coupons: createCoupons({ database }),
      reach: { database, publicUrl: env.publicUrl },
      optOuts: { database, jobs, company: companyLine(env.supplier) },
      takeBounce:
        bounceSecret === undefined
          ? undefined
          : (report) => takeBounce({ database, secret: bounceSecret }, report),
    },
    console: env.console && {
      database,
      operations,
      jobs,
      upstream,
      provider,
      decisions: enrolment.decisions,
      bookingChanges: enrolment.bookingChanges,
      publicUrl: env.publicUrl,
      log,
      now: () => new Date(),
      invoicing: env,
      mailSender: () => mailSenderOf(env),
      readInstance: env.instanceFolder.readAgain,
      offerMs: env.waitlistOfferHours * hourMs,
      settings: { ...env.console, appEnv: env.appEnv, trustProxy: env.trustProxy },
      shownSettings: () => shownSettings(env),
      doctor: openDoctor(env, { database, provider, log }),
      missingSetupSteps: () => missingSetupSteps(database, env),
      health: { upstreamState, sendsMail: env.mail !== undefined },
    },
    async openSite() {
      const site = await openSite({
        env,
        log,
        headers,
        metrics,
        database,
        receipts,
        classLists,
        certificates,
        feedback,
        provider,
        upstream,
        prepared: preparation.finished,
        findCourse,
      });
      purges = site.purges;
      visits = site.visits;
      return site;
    },
    async startWorkers() {
      await preparation.finished;
      await startAllWorkers({
        env,
        log,
        database,
        jobs,
        provider,
        upstream,
        leads,
        bookings,
        decisions: enrolment.decisions,
        reconciler,
        waitlist,
        invoices,
        mailer,
        operations,
        callingOff: enrolment.callingOff,
      });
    },
    async close(timeoutMs) {
      preparation.stop();
      ledger.stop();
      // Storing the last counts needs the database, which may be silent.
      const counted = Promise.all([purges?.close(), visits?.close(), instanceListener?.close()]);
      await Promise.race([counted, sleep(Math.min(timeoutMs, countsTimeoutMs), undefined, { ref: false })]);
      const answered = Promise.all([bookings.idle(), selfService.idle()]);
      await Promise.race([answered, sleep(timeoutMs, undefined, { ref: false })]);
      await Promise.all([jobs.stop(timeoutMs), mailer.stop(timeoutMs)]);
      // A busy connection ends at its own deadline.
      await Promise.race([database.destroy(), sleep(closeTimeoutMs, undefined, { ref: false })]);
    },
  };
}
