/** Serves the reference of the console's API at `…/docs`, for signed-in operators. */
import { instance } from '@meridian/contracts/site/instance';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { createDocs } from '../../../platform/api-docs/docs.ts';
import { sendStored } from '../../../platform/cache/send-stored.ts';
import { messageOf } from '../../../platform/http/problems/error-handler.ts';
import { HttpProblem } from '../../../platform/http/problems/errors.ts';
import { docsHeaders } from '../../../platform/http/security-headers.ts';
import { describeConsole } from './describe-console.ts';
import type { ConsoleRoute } from './route.ts';
import { type OpenConsole, openCall, rateLimits } from './serve-call.ts';

export function serveDocs(
  app: FastifyInstance,
  prefix: `/${string}`,
  routes: readonly ConsoleRoute[],
  options: OpenConsole & {
    appEnv: Parameters<typeof docsHeaders>[0]['appEnv'];
    headers: Readonly<Record<string, string>>;
    log: Pick<FastifyBaseLogger, 'warn'>;
  },
): void {
  const { url, appEnv, headers, log } = options;
  const root = `${prefix}/docs` as const;
  const find = createDocs({
    prefix: root,
    title: `${instance().name} console API`,
    describe: () => describeConsole(routes, { url, prefix }),
    headersOf: (scripts) => ({ ...headers, ...docsHeaders({ appEnv }, scripts) }),
    log,
  });
  const config = { rateLimit: rateLimits.session };
  app.get(root, { config }, async (request, reply) => {
    await openCall(options, { access: 'viewer' }, request, reply);
    return reply.redirect(`${root}/`, 302);
  });
  app.get<{ Params: { '*': string } }>(`${root}/*`, { config }, async (request, reply) => {
    await openCall(options, { access: 'viewer' }, request, reply);
    const file = await find(request.params['*']);
    if (!file) throw new HttpProblem(404, messageOf(404));
    sendStored(request, reply, file, 'no-store');
    return reply;
  });
}
