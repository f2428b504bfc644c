import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const maxAge = '1h';

/** Pictures and files below `/media`, with ETag and cache headers; neither dot files nor listings. */
export async function mediaRoutes(scope: FastifyInstance, mediaDir: string): Promise<void> {
  if (!existsSync(mediaDir)) {
    scope.log.warn({ mediaDir }, 'there is no folder with pictures and files');
    return;
  }
  await scope.register(fastifyStatic, {
    root: mediaDir,
    prefix: '/media/',
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    decorateReply: false,
    maxAge,
    setHeaders(reply) {
      reply.header('X-Content-Type-Options', 'nosniff');
      // A picture may be an SVG, which can carry scripts: opened by itself it gets no rights.
      reply.header(
        'Content-Security-Policy',
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
      );
    },
  });
}
