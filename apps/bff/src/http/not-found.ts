import type { FastifyInstance, FastifyRequest } from 'fastify';
import { messageOf } from './error-handler.ts';
import { HttpProblem } from './errors.ts';

const methods = ['GET', 'HEAD', 'POST'] as const;

function allowedMethods(app: FastifyInstance, request: FastifyRequest): string[] {
  const [path = '/'] = (request.raw.url ?? '/').split('?');
  const allowed = methods.filter((method) => app.hasRoute({ method, url: path }));
  // Every other address is a page, or would be one.
  return allowed.length > 0 || path.startsWith('/api/') ? allowed : ['GET', 'HEAD'];
}

/** Answers what no route takes: 405 where another method would do, else 404. */
export function answerUnknown(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    const { method } = request.raw;
    const allowed = allowedMethods(app, request);
    if (allowed.length === 0 || method === 'GET' || method === 'HEAD')
      throw new HttpProblem(404, messageOf(404));
    reply.header('allow', allowed.join(', '));
    throw new HttpProblem(405, messageOf(405));
  });
}
