import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const maxAge = '1h';

/** Serves media below `/media` with ETag and cache headers. Dot files and listings are not served. */
export async function mediaRoutes(scope: FastifyInstance, mediaDir: string): Promise<void> {
  if (!existsSync(mediaDir)) {
    scope.log.warn({ mediaDir }, 'the folder with images and files does not exist');
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
      // An SVG can contain scripts. The sandbox forbids them if the file is opened directly.
      reply.header(
        'Content-Security-Policy',
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
      );
    },
  });
}
