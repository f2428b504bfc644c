/**
 * Serves the build of the console's web app. Files are read on the first request, so that a replica whose
 * console nobody opens does not hold them in memory.
 */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { sendStored } from '../../../platform/cache/send-stored.ts';
import { messageOf } from '../../../platform/http/problems/error-handler.ts';
import { HttpProblem } from '../../../platform/http/problems/errors.ts';
import { type Assets, loadAssets } from '../../../site/pages/assets.ts';

export function serveApplication(
  app: FastifyInstance,
  options: {
    webDir: string;
    api: string;
    headers: Readonly<Record<string, string>>;
    log: Pick<FastifyBaseLogger, 'warn'>;
  },
): void {
  let loading: Promise<Assets> | undefined;
  const load = () => {
    loading ??= loadAssets({ clientDir: options.webDir, headers: options.headers, log: options.log });
    return loading;
  };
  app.get('/*', async (request, reply) => {
    const [path = '/'] = request.url.split('?');
    if (path.startsWith(`${options.api}/`)) throw new HttpProblem(404, messageOf(404));
    const assets = await load();
    const file = path === '/' ? undefined : await assets.find(path);
    // Every other path, except below `/assets/`, is a page of the web app.
    const answer = file ?? (path.startsWith('/assets/') ? undefined : await assets.find('/index.html'));
    if (!answer) throw new HttpProblem(404, messageOf(404));
    sendStored(request, reply, answer, file ? file.cacheControl : 'no-cache');
    return reply;
  });
}
