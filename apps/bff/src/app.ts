/** The Fastify application: plugins and routes in registration order. */
import { randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import { callPath, readCallNames } from '@meridian/contracts/calls';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { docsRoutes } from './api-docs/docs.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { Media } from './catalogue/media.ts';
import { mediaRoutes } from './catalogue/media-routes.ts';
import { catalogueRoutes } from './catalogue/routes.ts';
import type { Checkout } from './checkout/checkout.ts';
import { paymentReturnPath } from './checkout/claims/return-route.ts';
import { checkoutRoutes } from './checkout/routes.ts';
import type { OptOutDependencies } from './consents/opt-out.ts';
import { unsubscribeRoutes } from './consents/routes.ts';
import type { Coupons } from './coupons/coupons.ts';
import { couponRoutes } from './coupons/routes.ts';
import type { Env } from './env.ts';
import { acceptJson } from './http/bodies.ts';
import { createClientErrorHandler, refuseExpectations } from './http/client-errors.ts';
import { cspReportRoutes } from './http/csp-reports.ts';
import { answerFrameworkError, installErrorHandler } from './http/error-handler.ts';
import { type HealthChecks, healthRoutes } from './http/health.ts';
import { limitRequests } from './http/limits.ts';
import { answerUnknown } from './http/not-found.ts';
import { originForm, requireHost } from './http/request-target.ts';
import { routableUrl } from './http/routable-url.ts';
import { refuseForeignForms } from './http/same-origin.ts';
import type { SecurityHeaders } from './http/security-headers.ts';
import { countUnknownFields } from './http/unknown-fields.ts';
import { type Leads, leadRoutes } from './leads/leads.ts';
import { bounceRoutes, bouncesPath } from './mail/bounce-routes.ts';
import type { SignedReport } from './mail/bounces.ts';
import type { Metrics } from './observability/metrics.ts';
import { childLoggerFactory } from './observability/request-log.ts';
import { traceRequests } from './observability/request-spans.ts';
import type { Assets } from './pages/assets.ts';
import { answerCachedPages } from './pages/cached-pages.ts';
import type { Pages } from './pages/pages.ts';
import { pageRoutes } from './pages/routes.ts';
import type { DataRequests } from './personal-data/data-requests.ts';
import { dataRequestRoutes } from './personal-data/routes.ts';
import type { Purges } from './purge/purge.ts';
import { purgePath, purgeRoutes } from './purge/routes.ts';
import type { CourseSeats } from './seats/course-seats.ts';
import { seatRoutes } from './seats/routes.ts';
import { selfServiceRoutes } from './self-service/routes.ts';
import type { SelfService } from './self-service/self-service.ts';
import { visitRoutes } from './visits/routes.ts';
import type { Visits } from './visits/visits.ts';
import { waitlistRoutes } from './waitlist/routes.ts';
import type { Waitlist } from './waitlist/waitlist.ts';

export interface Services {
  env: Pick<
    Env,
    | 'appEnv'
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
  assets: Assets;
  leads: Leads;
  seats: CourseSeats;
  waitlist: Waitlist;
  checkout: Checkout;
  selfService: SelfService;
  dataRequests: DataRequests;
  coupons: Coupons;
  /** Undefined: no reports of bounced mails are taken. */
  takeBounce: ((report: SignedReport) => Promise<'taken' | 'known'>) | undefined;
  /** Ends mails by the link in them. */
  optOuts: OptOutDependencies;
  purges: Purges;
  visits: Visits;
}

const seconds = 1_000;
/** Far above the largest form. Uploads and the webhook have their own limits. */
const bodyLimit = 32 * 1024;

/**
 * Exempt from the limit on POSTs: webhooks (retried by the provider) and payment returns (many visitors
 * behind one carrier address), both checked by signature; purges, with a token, perhaps a hundred in a row;
 * reads, with their own limit.
 */
const unlimited = [
  paymentReturnPath,
  purgePath,
  bouncesPath,
  ...readCallNames.map((name) => `/api${callPath(name)}`),
];

function createServer({ env, log, headers }: Pick<Services, 'env' | 'log' | 'headers'>): FastifyInstance {
  // Request ids: unique across replicas and cheap.
  const replica = randomUUID().slice(0, 8);
  let requests = 0;
  return fastify({
    loggerInstance: log,
    // Relevant events have their own log lines; URLs may hold personal data.
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
    // For a resume over a slow line; headers have less.
    requestTimeout: 120 * seconds,
    connectionTimeout: 90 * seconds,
    keepAliveTimeout: 72 * seconds,
    // A request on a connection from before a shutdown is answered, with `Connection: close`; a form is not lost to a 503.
    return503OnClosing: false,
    // `requireHost` answers instead, with our headers.
    http: { headersTimeout: 20 * seconds, requireHostHeader: false },
    rewriteUrl: (request) => routableUrl(originForm(request)),
    // Errors before routing run no hooks.
    frameworkErrors: (error, request, reply) =>
      answerFrameworkError(error, request, reply.headers(headers.api)),
    clientErrorHandler: createClientErrorHandler(headers.api),
  });
}

/**
 * Builds the application, ready but not listening. The caller owns and closes its services.
 * @param prepare registers the caller's hooks first
 */
export async function buildApp(
  services: Services,
  prepare: (app: FastifyInstance) => void = () => undefined,
): Promise<FastifyInstance> {
  const { env, headers } = services;
  const app = createServer(services);
  prepare(app);

  // Applies to every response: errors, bodies, headers, metrics.
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

  // Refuses requests; before the routes, since limits apply to later ones.
  if (env.corsOrigins.length > 0)
    await app.register(cors, { origin: env.corsOrigins, methods: ['GET', 'POST'], maxAge: 86_400 });
  refuseForeignForms(app, [new URL(env.publicUrl).origin, ...env.corsOrigins]);
  const limitMisses = await limitRequests(app, {
    formsPerMinute: env.formsPerMinute,
    readsPerMinute: env.readsPerMinute,
    unlimited: [services.checkout.webhook.path, ...unlimited],
  });

  // Plugins may add headers to each answer where other origins are allowed.
  if (env.corsOrigins.length === 0) answerCachedPages(app, services.pages, services.metrics.countAnswer);

  // Describes the routes registered after it.
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
  selfServiceRoutes(app, services.selfService);
  dataRequestRoutes(app, services.dataRequests);
  unsubscribeRoutes(app, services.optOuts);
  visitRoutes(app, services.visits);
  purgeRoutes(app, services.purges, env.opsToken);
  bounceRoutes(app, services.takeBounce);

  // Last: the catch-all route.
  await app.register(pageRoutes, {
    pages: services.pages,
    assets: services.assets,
    publicUrl: env.publicUrl,
    headers: headers.document,
    listed: env.appEnv !== 'staging',
    limitMisses,
  });
  await app.ready();
  return app;
}
