/** The application: every plugin and route in the order in which it has to come. */
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
import type { Metrics } from './observability/metrics.ts';
import { childLoggerFactory } from './observability/request-log.ts';
import type { Assets } from './pages/assets.ts';
import type { Pages } from './pages/pages.ts';
import { pageRoutes } from './pages/routes.ts';
import type { Purges } from './purge/purge.ts';
import { purgePath, purgeRoutes } from './purge/routes.ts';
import type { CourseSeats } from './seats/course-seats.ts';
import { seatRoutes } from './seats/routes.ts';
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
  coupons: Coupons;
  purges: Purges;
}

const seconds = 1_000;
/** The largest form is far smaller. The upload and the webhook have limits of their own. */
const bodyLimit = 32 * 1024;

/**
 * The payment provider repeats what is not taken, and its events are checked by their signature, as is who comes back from its
 * page, with many others behind one address of a telephone company; who purges has a token, and may
 * have a hundred pages to name; reads have a guard of their own.
 */
const unlimited = [paymentReturnPath, purgePath, ...readCallNames.map((name) => `/api${callPath(name)}`)];

function createServer({ env, log, headers }: Pick<Services, 'env' | 'log' | 'headers'>): FastifyInstance {
  // Ids are unique across replicas and cost a request next to nothing.
  const replica = randomUUID().slice(0, 8);
  let requests = 0;
  return fastify({
    loggerInstance: log,
    // What matters is logged where it happens, with words of its own; addresses may hold personal data.
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
    // A resume over a slow line may take so long; headers may not.
    requestTimeout: 120 * seconds,
    connectionTimeout: 90 * seconds,
    keepAliveTimeout: 72 * seconds,
    // What has no host is refused with the headers of every answer.
    http: { headersTimeout: 20 * seconds, requireHostHeader: false },
    rewriteUrl: (request) => routableUrl(originForm(request)),
    // What is refused before there is a route passes no hook.
    frameworkErrors: (error, request, reply) =>
      answerFrameworkError(error, request, reply.headers(headers.api)),
    clientErrorHandler: createClientErrorHandler(headers.api),
  });
}

/**
 * Builds the application, ready but not listening. Its services belong to the caller, who also closes them.
 * @param prepare adds hooks of the caller's own before every other
 */
export async function buildApp(
  services: Services,
  prepare: (app: FastifyInstance) => void = () => undefined,
): Promise<FastifyInstance> {
  const { env, headers } = services;
  const app = createServer(services);
  prepare(app);

  // First what applies to every answer: the faults, the bodies, the headers, the counts.
  installErrorHandler(app);
  answerUnknown(app);
  acceptJson(app);
  requireHost(app);
  refuseExpectations(app.server, headers.api);
  services.metrics.observeRequests(app);
  const countUnknown = countUnknownFields(app, services.metrics.countUnknownField);
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(headers.api))
      if (!reply.hasHeader(name)) reply.header(name, value);
  });

  // Then what refuses requests, before any route: limits see each later route, so they precede all of them.
  if (env.corsOrigins.length > 0)
    await app.register(cors, { origin: env.corsOrigins, methods: ['GET', 'POST'], maxAge: 86_400 });
  refuseForeignForms(app, [new URL(env.publicUrl).origin, ...env.corsOrigins]);
  const limitMisses = await limitRequests(app, {
    formsPerMinute: env.formsPerMinute,
    readsPerMinute: env.readsPerMinute,
    unlimited: [services.checkout.webhook.path, ...unlimited],
  });

  // It tells of the routes that come after it.
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
  purgeRoutes(app, services.purges, env.opsToken);

  // Last, because it takes every address that is left.
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
