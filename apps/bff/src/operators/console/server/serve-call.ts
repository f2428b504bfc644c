/** Registers a route: checks origin, rate limit, session, role and schemas, then calls its handler. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { messageOf } from '../../../platform/http/problems/error-handler.ts';
import { fieldErrorsOf, HttpProblem } from '../../../platform/http/problems/errors.ts';
import { readSession } from '../../accounts/session.ts';
import { recordAudit, recordRead } from '../../audit/record-entry.ts';
import { refuseForeignOrigin, refuseSession } from './access.ts';
import { FileAnswer, sendFile } from './file-answer.ts';
import type { ConsoleCall, ConsoleDependencies, ConsoleRoute } from './route.ts';

const timeWindow = 60_000;
/** Requests per network address and minute. Only sign-in routes are public. */
export const rateLimits = { public: { max: 20, timeWindow }, session: { max: 600, timeWindow } };

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const errors = fieldErrorsOf(parsed.error);
  throw new HttpProblem(400, Object.values(errors).flat()[0] ?? 'Please check what you entered.', { errors });
}

function parseId(schema: z.ZodType, params: unknown): unknown {
  const parsed = schema.safeParse((params as { id: string }).id);
  if (!parsed.success) throw new HttpProblem(404, messageOf(404));
  return parsed.data;
}

/**
 * The headers that better-auth reads: cookies, origin, network address and, for the list of sessions, the
 * user agent.
 */
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

export interface OpenConsole {
  open: () => Promise<ConsoleDependencies>;
  url: string;
}

/**
 * Checks the origin of a request, its session, and the role and step-up that the route requires.
 * @throws HttpProblem 401, 403
 */
export async function openCall(
  { open, url }: OpenConsole,
  needed: Pick<ConsoleRoute, 'access' | 'stepUp'>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  reply.header('cache-control', 'no-store');
  refuseForeignOrigin(request, url);
  const deps = await open();
  const headers = authHeaders(request);
  const relayCookies = relayTo(reply);
  // A conditional request is a poll by an open page.
  const isPoll = 'if-none-match' in request.headers;
  const found =
    needed.access === 'public' ? undefined : await readSession(deps, headers, { relayCookies, isPoll });
  refuseSession(needed, found);
  const session = () => {
    if (!found) throw new TypeError('a public route has no session');
    return found;
  };
  return { deps, headers, relayCookies, session };
}

export function serveCall(
  app: FastifyInstance,
  prefix: string,
  definition: ConsoleRoute,
  console: OpenConsole,
): void {
  app.route({
    method: definition.method,
    url: `${prefix}${definition.path}`,
    config: { rateLimit: definition.access === 'public' ? rateLimits.public : rateLimits.session },
    async handler(request, reply) {
      const opened = await openCall(console, definition, request, reply);
      const { deps, session } = opened;
      const requestId = request.id;
      const actor = () => ({ id: session().operator.id, email: session().operator.email });
      const call: ConsoleCall = {
        ...opened,
        requestId,
        ip: request.ip,
        query: parse(definition.query, request.query),
        body: parse(definition.body, request.body),
        id: definition.id && parseId(definition.id, request.params),
        recordRead: (action, subject) =>
          recordRead(deps.database, { actor: actor(), action, subject, requestId }),
        recordUse: (entry) => recordAudit(deps.database, { ...entry, actor: actor(), requestId }),
      };
      const data = await definition.handle(call);
      if (data instanceof FileAnswer) return sendFile(reply, data);
      return { status: 1, message: 'OK', data };
    },
  });
}
