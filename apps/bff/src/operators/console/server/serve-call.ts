/** Registers a route of the table: origin, limits, session, role, schemas, then its handler. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { fieldErrorsOf, HttpProblem } from '../../../platform/http/errors.ts';
import { readSession } from '../../accounts/session.ts';
import { refuseForeignOrigin, refuseSession } from './access.ts';
import { FileAnswer, sendFile } from './file-answer.ts';
import { deedOf, once } from './once.ts';
import type { ConsoleDependencies, ConsoleRoute } from './route.ts';

const timeWindow = 60_000;
/** Requests per address and minute. Only sign-in is open to anybody. */
const limits = { public: 20, others: 600 };

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const errors = fieldErrorsOf(parsed.error);
  throw new HttpProblem(400, Object.values(errors).flat()[0] ?? 'Please check what you entered.', { errors });
}

/** What better-auth reads: cookies, the origin and, for the list of sessions, the browser. */
function authHeaders(request: FastifyRequest): Headers {
  const headers = new Headers({ 'x-forwarded-for': request.ip });
  for (const name of ['cookie', 'origin', 'user-agent'] as const) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  return headers;
}

function relayTo(reply: FastifyReply) {
  return (headers: Headers) => {
    for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie);
  };
}

export function serveCall(
  app: FastifyInstance,
  prefix: string,
  definition: ConsoleRoute,
  open: () => Promise<ConsoleDependencies>,
  consoleUrl: string,
): void {
  const max = definition.access === 'public' ? limits.public : limits.others;
  app.route({
    method: definition.method,
    url: `${prefix}${definition.path}`,
    config: { rateLimit: { max, timeWindow } },
    async handler(request, reply) {
      reply.header('cache-control', 'no-store');
      refuseForeignOrigin(request, consoleUrl);
      const deps = await open();
      const headers = authHeaders(request);
      const relayCookies = relayTo(reply);
      const session =
        definition.access === 'public' ? undefined : await readSession(deps, headers, relayCookies);
      refuseSession(definition, session);
      const known = () => {
        if (!session) throw new TypeError('a public route has no session');
        return session;
      };
      const deed = deedOf(request, session?.operator.id);
      const call = {
        ...{ deps, headers, relayCookies, deed, requestId: request.id, session: known },
        query: parse(definition.query, request.query),
        body: parse(definition.body, request.body),
        params: request.params as Record<string, string>,
        actor: () => ({ id: known().operator.id, email: known().operator.email }),
      };
      const data = await once(deps, deed, () => definition.handle(call));
      if (data instanceof FileAnswer) return sendFile(reply, data);
      // Proxies would wait for more of a stream before they pass it on.
      if (data instanceof Readable)
        return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(data);
      return { status: 1, message: 'OK', data };
    },
  });
}
