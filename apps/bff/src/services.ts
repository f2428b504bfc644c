/** Composition root: builds all services from the settings. */
import { setTimeout as sleep } from 'node:timers/promises';
import { brand } from '@meridian/contracts/brand';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Services } from './app.ts';
import { createCatalogue } from './catalogue/catalogue.ts';
import { createMedia } from './catalogue/media.ts';
import { createCheckout, startCheckoutWorkers } from './checkout/checkout.ts';
import { checkoutOptions } from './checkout/dependencies.ts';
import { takenSeats } from './checkout/holds/taken-seats.ts';
import { createOrderComposer } from './checkout/mails/order-composer.ts';
import { startOrderMailWorkers } from './checkout/mails/order-mails.ts';
import { pdfAttachments } from './checkout/mails/order-pdfs.ts';
import type { ConsoleParts } from './console/console-app.ts';
import { shownSettings } from './console/shown-settings.ts';
import { createCoupons, startSampleCoupons } from './coupons/coupons.ts';
import { createZohoCrm } from './crm/zoho/zoho-crm.ts';
import { type Database, openDatabase } from './database/database.ts';
import { servingDeadlines } from './database/deadlines.ts';
import type { Pooling } from './database/pooling.ts';
import type { Env } from './env.ts';
import { securityHeaders } from './http/security-headers.ts';
import { createInvoices, startInvoiceWorkers } from './invoices/invoices.ts';
import { createJobs } from './jobs/create-jobs.ts';
import { recordRun } from './jobs/queue-state.ts';
import { createCourseLookup } from './leads/acceptance/course-lookup.ts';
import { startEnquiryCopies } from './leads/enquiry-copies.ts';
import { createLeads, startLeadWorkers } from './leads/leads.ts';
import { monitorLedger } from './leads/store/ledger-monitor.ts';
import { createVirusScanner } from './leads/uploads/virus-scan.ts';
import { takeBounce } from './mail/bounces.ts';
import { createMailer, startMailWorkers } from './mail/mailer.ts';
import { noteMails } from './mail/note-mail.ts';
import { templatesOf } from './mail/render-mail.ts';
import { createMetrics, type Metrics } from './observability/metrics.ts';
import { noteCall, tracedStatement } from './observability/spans.ts';
import { loadAssets } from './pages/assets.ts';
import { createPages } from './pages/pages.ts';
import { loadWebBundle } from './pages/web-bundle.ts';
import { configuredProvider } from './payments/configured.ts';
import { prepareDatabase } from './preparation.ts';
import { openPurges, type Purges } from './purge/purge.ts';
import { startReconciliationWorkers } from './reconciliation/nightly.ts';
import type { OnRemoteCall } from './remote/observed.ts';
import { createCourseSeats } from './seats/course-seats.ts';
import { startSeatWorkers } from './seats/delete-old-batches.ts';
import { createSelfServiceComposer } from './self-service/mail-composer.ts';
import { createSelfService } from './self-service/self-service.ts';
import { createStateMetrics, readState } from './state-metrics.ts';
import { createUpstreamClient } from './upstream/upstream-client.ts';
import { createOfferComposer } from './waitlist/offer-composer.ts';
import { createWaitlist, startWaitlistWorkers } from './waitlist/waitlist.ts';

const closeTimeoutMs = 500;
const hourMs = 60 * 60_000;

function createUpstream(env: Env, metrics: Metrics) {
  let state: 'up' | 'down' | 'unknown' = 'unknown';
  const client = createUpstreamClient({
    baseUrl: env.upstreamUrl,
    timeoutMs: env.upstreamTimeoutMs,
    submitTimeoutMs: env.upstreamSubmitTimeoutMs,
    onCall(call) {
      state = call.result === 'answered' ? 'up' : 'down';
      metrics.observeCall(call);
      noteCall(`upstream ${call.call}`, { ...call, failed: call.result !== 'answered' });
    },
  });
  return { client, state: () => state };
}

const scanTimeoutMs = 20_000;

function createScanner({ clamdUrl }: Env, log: FastifyBaseLogger) {
  if (clamdUrl === undefined) return undefined;
  return createVirusScanner(clamdUrl, {
    timeoutMs: scanTimeoutMs,
    onError: (error) => log.error({ err: error }, 'an upload was taken without being scanned for viruses'),
  });
}

function openMailer(env: Env, database: Kysely<Database>, log: FastifyBaseLogger, metrics: Metrics) {
  const { mail: settings, supplier, operatorEmail, publicUrl, retentionDays } = env;
  const address =
    supplier && [supplier.address.street, supplier.address.town, supplier.address.pin].join(', ');
  const sender = { brand, siteUrl: publicUrl, legalName: supplier?.legalName, address };
  return createMailer({
    ...{ database, settings, operatorEmail, publicUrl, retentionDays, log },
    render: templatesOf({ sender, from: settings?.from ?? '' }),
    readAttachments: pdfAttachments(database),
    composers: [
      createOrderComposer({ publicUrl, issuesInvoices: supplier !== undefined }),
      createOfferComposer(publicUrl),
      createSelfServiceComposer(),
    ],
    onResult: metrics.countMail,
  });
}

type SitePart = 'pages' | 'assets' | 'catalogue' | 'media' | 'purges';

export interface RunningServices {
  /** What `buildApp` needs besides the site. */
  core: Omit<Services, SitePart>;
  /** Catalogue and pages; only for roles that serve the site. */
  openSite(): Promise<Pick<Services, SitePart>>;
  /** What the console works with; undefined where there is none. */
  console: ConsoleParts | undefined;
  /** Waits for the database. @throws if closed before */
  startWorkers(): Promise<void>;
  /** Returns jobs and closes the database. @param timeoutMs grace period of active jobs */
  close(timeoutMs: number): Promise<void>;
}

/**
 * Opens database and queue and builds the services; waits for an unavailable database in the background.
 * @param stopping true once graceful shutdown has begun
 * @throws if the database refuses us or cannot be migrated
 */
export async function openServices(
  env: Env,
  log: FastifyBaseLogger,
  stopping: () => boolean,
): Promise<RunningServices> {
  const metrics = createMetrics();
  const headers = securityHeaders(env);
  const upstream = createUpstream(env, metrics);
  const onRemote: OnRemoteCall = (call) => {
    metrics.observeRemote(call);
    noteCall(`${call.remote} ${call.call}`, { ...call, failed: call.result !== 'answered' });
  };
  const { databaseUrl, databaseDirectUrl: directUrl } = env;
  const pooling: Pooling = { mode: 'direct' };
  const database = openDatabase(databaseUrl, {
    pooling,
    around: tracedStatement,
    deadlines: servingDeadlines,
    usable: () => preparation.done(),
    onError: (error) => log.warn({ err: error }, 'the database ended an idle connection'),
    onOpen: metrics.observePool,
  });
  const jobs = createJobs({
    databaseUrl,
    pooling,
    log,
    onRun: (schedule, result) => recordRun(database, schedule, result),
    onOpen: metrics.observePool,
  });
  const preparation = prepareDatabase({ databaseUrl, directUrl, pooling, jobs, log });
  try {
    await preparation.begun;
  } catch (error) {
    await jobs.stop(0);
    await database.destroy();
    throw error;
  }
  const ledger = monitorLedger(database, log);

  const waitlist = createWaitlist({
    database,
    upstream: upstream.client,
    ledger: takenSeats,
    offerMs: env.waitlistOfferHours * hourMs,
    log,
  });
  const leads = createLeads({
    database,
    jobs,
    upstream: upstream.client,
    upstreamUrl: env.upstreamUrl,
    publicUrl: env.publicUrl,
    findCourse: createCourseLookup({ upstream: upstream.client }),
    crm: createZohoCrm(database, env.zoho, log, onRemote),
    company: env.crmCompany,
    retentionDays: env.retentionDays,
    fileQuotas: env.fileQuotas,
    scan: createScanner(env, log),
    taker: waitlist.taker,
    log,
  });
  const provider = configuredProvider({ razorpay: { ...env.razorpay, onCall: onRemote } });
  const checkoutParts = {
    database,
    jobs,
    upstream: upstream.client,
    provider,
    options: checkoutOptions(env),
    log,
    publicUrl: env.publicUrl,
  };
  const checkout = createCheckout(checkoutParts);
  const selfService = createSelfService({
    ...checkoutParts,
    noteMails: env.mail && ((transaction, mails) => noteMails(transaction, mails, jobs)),
  });

  const mailer = openMailer(env, database, log, metrics);
  const bounceSecret = env.mailBounceSecret;
  const { supplier, invoices: settings } = env;
  const invoices = createInvoices({ database, jobs, supplier, settings, log, publicUrl: env.publicUrl });
  const seats = createCourseSeats({ database, upstream: upstream.client, ledger: takenSeats });

  let purges: Purges | undefined;
  const health = { ledger, upstreamState: upstream.state, stopping };
  metrics.observeState((register) =>
    createStateMetrics(register, {
      read: () => readState(database),
      onError: (error) => log.warn({ err: error }, 'the state of leads and orders could not be read'),
      ledger,
      serves: env.role === 'worker' || env.role === 'console' ? 'jobs' : 'pages',
      stopping,
      fileQuotas: env.fileQuotas,
      upstreamState: upstream.state,
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
      selfService,
      coupons: createCoupons({ database }),
      takeBounce:
        bounceSecret === undefined
          ? undefined
          : (report) => takeBounce({ database, secret: bounceSecret }, report),
    },
    console: env.console && {
      database,
      // Decisions of operators are awaited: nothing outlives their request.
      checkout: { ...checkoutParts, now: () => new Date(), track: () => undefined },
      settings: { ...env.console, appEnv: env.appEnv, trustProxy: env.trustProxy },
      shownSettings: shownSettings(env),
    },
    async openSite() {
      const { upstreamUrl, publicUrl } = env;
      const web = await loadWebBundle(env.webDir);
      const { loader, styles, pageStyles } = web.inline;
      // The part of the site's sheet that a page carries is allowed in its own policy.
      const others = [...styles].filter(([address]) => address !== pageStyles?.sheet);
      const inline = { scripts: [loader], styles: others.map(([, text]) => text) };
      const { document: documentHeaders, checkout: checkoutHeaders } = securityHeaders(env, inline);
      const catalogue = createCatalogue({
        upstream: upstream.client,
        upstreamUrl,
        headers: headers.api,
        log,
        onResult: (result) => metrics.observeCache('reads', result),
        onEmptied: metrics.countEmptiedHtml,
      });
      const media = createMedia({
        upstreamUrl,
        timeoutMs: env.upstreamSubmitTimeoutMs,
        headers: headers.media,
        log,
        onResult: (result) => metrics.observeCache('media', result),
      });
      const pages = createPages({
        web,
        catalogue,
        readReceipt: checkout.receipt,
        publicUrl,
        paymentWidgetUrl: provider.browser.scriptUrl,
        headers: documentHeaders,
        checkoutHeaders,
        fileHeaders: headers.media,
        log,
        onResult: (result) => metrics.observeCache('pages', result),
      });
      const assets = await loadAssets({
        clientDir: web.clientDir,
        archiveDir: env.assetsKeepDir,
        headers: headers.media,
        log,
      });
      const listenUrl = directUrl ?? databaseUrl;
      purges = await openPurges({
        site: { catalogue, pages, media },
        database,
        databaseUrl: listenUrl,
        log,
      });
      return { catalogue, media, assets, pages, purges };
    },
    async startWorkers() {
      await preparation.finished;
      await startLeadWorkers(leads);
      await startCheckoutWorkers({ jobs, checkout, log });
      await startWaitlistWorkers({ jobs, waitlist });
      await startSeatWorkers({ jobs, database });
      await startInvoiceWorkers({ jobs, invoices, log });
      await startReconciliationWorkers({ database, provider, jobs, log, now: () => new Date() });
      await startMailWorkers({ jobs, mailer, log });
      await startOrderMailWorkers({ jobs, database, publicUrl: env.publicUrl, log });
      if (env.enquiryCopies) await startEnquiryCopies({ jobs, database });
      if (env.appEnv === 'demo') await startSampleCoupons({ jobs, database });
    },
    async close(timeoutMs) {
      preparation.stop();
      ledger.stop();
      await purges?.close();
      await Promise.race([checkout.idle(), sleep(timeoutMs, undefined, { ref: false })]);
      await Promise.all([jobs.stop(timeoutMs), mailer.stop(timeoutMs)]);
      // A busy connection has its own deadline.
      await Promise.race([database.destroy(), sleep(closeTimeoutMs, undefined, { ref: false })]);
    },
  };
}
