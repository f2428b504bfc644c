/** The console's server, which listens on a separate port. */
import { createHash, randomUUID } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { openCorrecting } from '../../enrolment/decisions/correct-billing.ts';
import { takenSeats } from '../../enrolment/seats/taken-seats.ts';
import { createBatchEditor } from '../../partners/upstream/batch-editor.ts';
import { acceptJson } from '../../platform/http/bodies.ts';
import { networkAddress } from '../../platform/http/network-address.ts';
import { createClientErrorHandler, refuseExpectations } from '../../platform/http/problems/client-errors.ts';
import {
  answerFrameworkError,
  installErrorHandler,
  messageOf,
} from '../../platform/http/problems/error-handler.ts';
import { HttpProblem } from '../../platform/http/problems/errors.ts';
import { requireHost } from '../../platform/http/request-target.ts';
import { createOidcOpener } from '../accounts/open-oidc.ts';
import { createActions } from '../actions/actions.ts';
import { createExecutor } from '../actions/execute.ts';
import { consoleApi, consoleRoutes } from './console-routes.ts';
import { serveApplication } from './server/application-files.ts';
import { consoleHeaders } from './server/headers.ts';
import type { ConsoleDependencies } from './server/route.ts';
import { serveActions } from './server/serve-actions.ts';
import { serveCall } from './server/serve-call.ts';
import { serveDocs } from './server/serve-docs.ts';

const bodyLimit = 64 * 1024;
const countedAddresses = 10_000;

/** Refuses requests to other host names, against DNS rebinding. */
function refuseOtherHosts(app: FastifyInstance, consoleUrl: string): void {
  const { host } = new URL(consoleUrl);
  app.addHook('onRequest', async (request) => {
    if (request.headers.host !== host)
      throw new HttpProblem(421, `The console answers at ${consoleUrl} only.`);
  });
}

/** Adds ETags, because open pages poll: an unchanged response is a 304. */
function tagAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async ({ method, headers }, reply, payload) => {
    if (method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const etag = `"${createHash('sha256').update(payload).digest('base64url')}"`;
    reply.header('etag', etag);
    if (headers['if-none-match'] !== etag) return payload;
    reply.code(304);
    return null;
  });
}

export type ConsoleParts = Omit<ConsoleDependencies, 'actions' | 'auth' | 'openOidc'>;

/** Builds the server without listening. The sign-in library is loaded with the first call. */
export async function buildConsole(parts: ConsoleParts, log: FastifyBaseLogger): Promise<FastifyInstance> {
  const { settings } = parts;
  const headers = consoleHeaders({ ...settings, publicUrl: parts.publicUrl });
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => `console-${randomUUID()}`,
    trustProxy: settings.trustProxy,
    bodyLimit,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    http: { headersTimeout: 20_000, requireHostHeader: false },
    frameworkErrors: (error, request, reply) => answerFrameworkError(error, request, reply.headers(headers)),
    clientErrorHandler: createClientErrorHandler(headers),
  });
  installErrorHandler(app);
  app.setNotFoundHandler(() => {
    throw new HttpProblem(404, messageOf(404));
  });
  acceptJson(app);
  requireHost(app);
  refuseOtherHosts(app, settings.url);
  refuseExpectations(app.server, headers);
  app.addHook('onSend', async (_request, reply) => {
    reply.headers(headers);
  });
  tagAnswers(app);
  await app.register(rateLimit, {
    global: false,
    cache: countedAddresses,
    keyGenerator: ({ ip }) => networkAddress(ip),
    errorResponseBuilder: (_request, { ttl }) =>
      new HttpProblem(429, messageOf(429), { retryAfterSeconds: Math.ceil(ttl / 1_000) }),
  });

  let opening: Promise<ConsoleDependencies> | undefined;
  const open = () => {
    opening ??= import('../accounts/auth.ts').then(({ createAuth }) => ({
      ...parts,
      actions: createExecutor(
        parts.database,
        createActions({
          database: parts.database,
          now: parts.now,
          jobs: parts.jobs,
          consoleUrl: settings.url,
          publicUrl: parts.publicUrl,
          isDemo: settings.appEnv === 'demo',
          sendsMails: parts.health.sendsMail,
          mailSender: parts.mailSender,
          readInstance: parts.readInstance,
          operations: parts.operations,
          upstream: parts.upstream,
          editor: createBatchEditor(parts.upstream),
          offering: { ...parts, ledger: takenSeats },
          setup: parts.doctor,
          decisions: parts.decisions,
          bookingChanges: parts.bookingChanges,
          correcting: openCorrecting(parts, parts.invoicing),
          missingSetupSteps: parts.missingSetupSteps,
        }),
        log,
      ),
      openOidc: createOidcOpener(parts.database, settings, log),
      auth: createAuth(parts.database, settings),
    }));
    return opening;
  };
  const console = { open, url: settings.url };
  for (const definition of consoleRoutes) serveCall(app, consoleApi, definition, console);
  serveActions(app, consoleApi, console);
  serveDocs(app, consoleApi, consoleRoutes, { ...console, appEnv: settings.appEnv, headers, log });
  serveApplication(app, { webDir: settings.webDir, api: consoleApi, headers, log });
  await app.ready();
  return app;
}
