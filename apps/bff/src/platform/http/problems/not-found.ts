import type { FastifyInstance } from 'fastify';
import { messageOf } from './error-handler.ts';
import { HttpProblem } from './errors.ts';

const methods = ['GET', 'HEAD', 'POST'];

/**
 * Collects the methods of each static path. The requested path is looked up as a string, never used as a
 * pattern.
 */
function collectMethods(app: FastifyInstance): (path: string) => readonly string[] {
  const byPath = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = byPath.get(url) ?? new Set();
    for (const one of [method].flat()) known.add(one);
    byPath.set(url, known);
  });
  return (path) => methods.filter((method) => byPath.get(path)?.has(method));
}

/**
 * Answers 404; or 405 to a method other than GET and HEAD, if the path has another method. Register before
 * the routes.
 */
export function answerUnknown(app: FastifyInstance): void {
  const methodsOf = collectMethods(app);

  function allowedMethods(path: string): readonly string[] {
    const allowed = methodsOf(path);
    // Every other path that is not below `/api/` is a page.
    return allowed.length > 0 || path.startsWith('/api/') ? allowed : ['GET', 'HEAD'];
  }

  app.setNotFoundHandler((request, reply) => {
    const { method, url = '/' } = request.raw;
    const [path = '/'] = url.split('?');
    const allowed = allowedMethods(path);
    if (allowed.length === 0 || method === 'GET' || method === 'HEAD')
      throw new HttpProblem(404, messageOf(404));
    reply.header('allow', allowed.join(', '));
    throw new HttpProblem(405, messageOf(405));
  });
}
