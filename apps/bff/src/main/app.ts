/** The Fastify application: plugins and routes in registration order. */
import { randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import { callPath, readCallNames } from '@meridian/contracts/calls';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Checkout } from '../enrolment/checkout/checkout.ts';
import { paymentReturnPath } from '../enrolment/checkout/return-route.ts';
import { checkoutRoutes } from '../enrolment/checkout/routes.ts';
import {
  createAnswerPage,
  type SendFilled,
  withoutScriptsRoutes,
} from '../enrolment/checkout/without-scripts/routes.ts';
import type { WithoutScripts } from '../enrolment/checkout/without-scripts/without-scripts.ts';
import type { Coupons } from '../enrolment/coupons/coupons.ts';
import { couponRoutes } from '../enrolment/coupons/routes.ts';
import { paymentRoutes } from '../enrolment/payments/routes.ts';
import type { Webhook } from '../enrolment/payments/webhook.ts';
import type { Receipts } from '../enrolment/receipts/receipts.ts';
import { receiptRoutes } from '../enrolment/receipts/routes.ts';
import { selfServiceRoutes } from '../enrolment/receipts/self-service/routes.ts';
import type { SelfService } from '../enrolment/receipts/self-service/self-service.ts';
import type { CourseSeats } from '../enrolment/seats/course-seats.ts';
import { seatRoutes } from '../enrolment/seats/routes.ts';
import { waitlistRoutes } from '../enrolment/waitlist/routes.ts';
import type { Waitlist } from '../enrolment/waitlist/waitlist.ts';
import { type Leads, leadRoutes } from '../leads/leads.ts';
import { bounceRoutes, bouncesPath } from '../mail/bounces/bounce-routes.ts';
import type { SignedReport } from '../mail/bounces/bounces.ts';
import { type UnsubscribeOptions, unsubscribeRoute, unsubscribeRoutes } from '../mail/consents/routes.ts';
import type { ReachOptions } from '../operators/doctor/reach.ts';
import { reachRoute } from '../operators/doctor/reach-route.ts';
import { docsRoutes } from '../platform/api-docs/docs.ts';
import { type StoredAnswer, sendStored } from '../platform/cache/send-stored.ts';
import { acceptJson } from '../platform/http/bodies.ts';
import { cspReportRoutes } from '../platform/http/csp-reports.ts';
import { type HealthChecks, healthRoutes } from '../platform/http/health.ts';
import { limitRequests } from '../platform/http/limits.ts';
import { createClientErrorHandler, refuseExpectations } from '../platform/http/problems/client-errors.ts';
import { answerFrameworkError, installErrorHandler } from '../platform/http/problems/error-handler.ts';
import { answerUnknown } from '../platform/http/problems/not-found.ts';
import { originForm, requireHost } from '../platform/http/request-target.ts';
import { routableUrl } from '../platform/http/routable-url.ts';
import { refuseForeignForms } from '../platform/http/same-origin.ts';
import type { SecurityHeaders } from '../platform/http/security-headers.ts';
import { countUnknownFields } from '../platform/http/unknown-fields.ts';
import type { Metrics } from '../platform/observability/metrics.ts';
import { childLoggerFactory } from '../platform/observability/request-log.ts';
import { traceRequests } from '../platform/observability/request-spans.ts';
import type { Env } from '../platform/settings/env.ts';
import type { DataRequests } from '../privacy/data-requests/data-requests.ts';
import { dataRequestRoutes } from '../privacy/data-requests/routes.ts';
import type { Catalogue } from '../site/catalogue/catalogue.ts';
import type { Media } from '../site/catalogue/media.ts';
import { mediaRoutes } from '../site/catalogue/media-routes.ts';
import { catalogueRoutes } from '../site/catalogue/routes.ts';
import type { Assets } from '../site/pages/assets.ts';
import type { Pages } from '../site/pages/pages.ts';
import { pageRoutes } from '../site/pages/routes.ts';
import type { SiteInstance } from '../site/pages/site-instance.ts';
import type { Purges } from '../site/purge/purge.ts';
import { purgePath, purgeRoutes } from '../site/purge/routes.ts';
import { visitRoutes } from '../site/visits/routes.ts';
import type { Visits } from '../site/visits/visits.ts';
import type { Certificates } from '../training/certificates/certificates.ts';
import { certificateRoutes } from '../training/certificates/routes.ts';
import type { ClassLists } from '../training/classes/class-list.ts';
import { classRoutes } from '../training/classes/routes.ts';
import type { Feedback } from '../training/feedback/feedback.ts';
import { feedbackRoutes } from '../training/feedback/routes.ts';

export interface Services {
  env: Pick<
    Env,
    | 'isListed'
    | 'corsOrigins'
    | 'publicUrl'
    | 'trustProxy'
    | 'formsPerMinute'
    | 'readsPerMinute'
    | 'opsToken'
    | 'apiDocs'
  >;
  log: FastifyBaseLogger;
  headers: SecurityHeaders;
  metrics: Metrics;
  health: HealthChecks;
  catalogue: Catalogue;
  media: Media;
  pages: Pages;
  analyticsFrame: StoredAnswer | undefined;
  instance: SiteInstance;
  assets: Assets;
  leads: Leads;
  seats: CourseSeats;
  waitlist: Waitlist;
  checkout: Checkout;
  withoutScripts: WithoutScripts;
  webhook: Webhook;
  receipts: Receipts;
  selfService: SelfService;
  dataRequests: DataRequests;
  classLists: ClassLists;
  certificates: Certificates;
  feedback: Feedback;
  coupons: Coupons;
  /** Records a bounced email. Undefined: bounce reports are not accepted. */
  takeBounce: ((report: SignedReport) => Promise<'taken' | 'known'>) | undefined;
  /** Unsubscribes from emails by the link in them. */
  optOuts: UnsubscribeOptions;
  purges: Purges;
  visits: Visits;
  /** Lets an operator's browser prove that it reaches the site. */
  reach: ReachOptions;
}

const seconds = 1_000;
/** Far above the largest form. Uploads and webhooks have their own limits. */
const bodyLimit = 32 * 1024;

/**
 * Exempt from the limit on POSTs, besides the webhooks of the payment provider:
 * - payment returns, verified by signature, because many visitors share a carrier's address;
 * - bounce reports, verified by signature, because the mail provider retries them;
 * - purges, authorised by a token, because a content system may send a hundred in a row;
 * - one-click unsubscribes, authorised by a token, because the mail programs of many people share a
 * provider's address;
 * - reads, which have their own limit.
 */
const unlimited = [
  paymentReturnPath,
  purgePath,
  bouncesPath,
  unsubscribeRoute,
  ...readCallNames.map((name) => `/api${callPath(name)}`),
];

function createServer({ env, log, headers }: Pick<Services, 'env' | 'log' | 'headers'>): FastifyInstance {
  // Request ids are unique across replicas and cheap to generate.
  const replica = randomUUID().slice(0, 8);
  let requests = 0;
  return fastify({
    loggerInstance: log,
    // Relevant events have their own log lines, and URLs may contain personal data.
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory,
    genReqId: () => {
      requests += 1;
      return `${replica}-${requests.toString(36)}`;
    },
    trustProxy: env.trustProxy,
    bodyLimit,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    // Long enough for an upload over a slow line. The time-out for headers is shorter.
    requestTimeout: 120 * seconds,
    connectionTimeout: 90 * seconds,
    keepAliveTimeout: 72 * seconds,
    // A request on a connection opened before the shutdown is answered, with `Connection: close`, so that no
    // form gets a 503.
    return503OnClosing: false,
    // `requireHost` answers instead, with our headers.
    http: { headersTimeout: 20 * seconds, requireHostHeader: false },
    rewriteUrl: (request) => routableUrl(originForm(request)),
    // No hooks run for errors before routing.
    frameworkErrors: (error, request, reply) =>
      answerFrameworkError(error, request, reply.headers(headers.api)),
    clientErrorHandler: createClientErrorHandler(headers.api),
  });
}

/**
 * Builds the application, ready to listen. The caller owns the services and closes them.
 * @param prepare registers the caller's hooks before all others
 */
export async function buildApp(
  services: Services,
  prepare: (app: FastifyInstance) => void = () => undefined,
): Promise<FastifyInstance> {
  const { env, headers } = services;
  const app = createServer(services);
  prepare(app);

  // Hooks for every request: errors, bodies, headers, metrics.
  installErrorHandler(app);
  answerUnknown(app);
  acceptJson(app);
  requireHost(app);
  refuseExpectations(app.server, headers.api);
  traceRequests(app);
  services.metrics.observeRequests(app);
  const countUnknown = countUnknownFields(app, services.metrics.countUnknownField);
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(headers.api))
      if (!reply.hasHeader(name)) reply.header(name, value);
  });

  if (env.corsOrigins.length > 0)
    await app.register(cors, { origin: env.corsOrigins, methods: ['GET', 'POST'], maxAge: 86_400 });
  refuseForeignForms(app, [new URL(env.publicUrl).origin, ...env.corsOrigins]);
  // Registered before the routes, because rate limits apply only to routes registered later.
  const limitMisses = await limitRequests(app, {
    formsPerMinute: env.formsPerMinute,
    readsPerMinute: env.readsPerMinute,
    unlimited: [services.webhook.path, ...unlimited],
  });

  // The API reference describes only routes registered after it.
  if (env.apiDocs) await docsRoutes(app, { publicUrl: env.publicUrl, headers, log: services.log });
  healthRoutes(app, services.health);
  cspReportRoutes(app, services.metrics.countCspReport);
  catalogueRoutes(app, services.catalogue, limitMisses);
  mediaRoutes(app, services.media, limitMisses);
  leadRoutes(app, services.leads, countUnknown);
  seatRoutes(app, services.seats, limitMisses);
  waitlistRoutes(app, services.waitlist);
  couponRoutes(app, services.coupons, limitMisses);
  checkoutRoutes(app, services.checkout);
  paymentRoutes(app, services.webhook);
  receiptRoutes(app, services.receipts);
  selfServiceRoutes(app, services.selfService);
  dataRequestRoutes(app, services.dataRequests);
  classRoutes(app, services.classLists);
  certificateRoutes(app, services.certificates);
  feedbackRoutes(app, services.feedback, limitMisses);
  unsubscribeRoutes(app, services.optOuts);
  visitRoutes(app, services.visits);
  purgeRoutes(app, services.purges, env.opsToken);
  bounceRoutes(app, services.takeBounce);
  reachRoute(app, services.reach);

  const sendFilled: SendFilled = async (request, reply, { path, status, content }) =>
    sendStored(request, reply, await services.pages.fill(path, { status, markup: content.text }), 'no-store');
  await app.register(withoutScriptsRoutes, {
    checkout: services.withoutScripts,
    sendFilled,
    publicUrl: env.publicUrl,
  });

  // Last, because it contains the catch-all route.
  await app.register(pageRoutes, {
    answerPage: createAnswerPage(services.withoutScripts, sendFilled, limitMisses),
    pages: services.pages,
    analyticsFrame: services.analyticsFrame,
    assets: services.assets,
    instance: services.instance,
    publicUrl: env.publicUrl,
    headers: headers.document,
    listed: env.isListed,
    limitMisses,
  });
  await app.ready();
  return app;
}
