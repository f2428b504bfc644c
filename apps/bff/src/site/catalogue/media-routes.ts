import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { StoredAnswer } from '../../platform/cache/send-stored.ts';
import { sendStored } from '../../platform/cache/send-stored.ts';
import { compressedSoon } from '../../platform/cache/stored-body.ts';
import type { Guard } from '../../platform/http/limits.ts';
import { HttpProblem } from '../../platform/http/problems/errors.ts';
import type { Media } from './media.ts';
import type { Transfer } from './media-transfer.ts';

/** Browsers use a cached file for 5 minutes, and for a further day while they revalidate it. */
const cacheControl = 'public, max-age=300, stale-while-revalidate=86400';

/**
 * @param path decoded path of the request
 * @returns the encoded path at the upstream
 * @throws HttpProblem 404 for path traversal, empty segments, backslashes, control characters and long paths
 */
function safePath(path: string): string {
  const segments = path.split('/');
  const fine = segments.every(
    (segment) => segment !== '' && segment !== '.' && segment !== '..' && !/[\\\p{Cc}]/u.test(segment),
  );
  if (!fine || path.length > 500) throw new HttpProblem(404, 'File not found.');
  return segments.map(encodeURIComponent).join('/');
}

/** Streams a transfer to the visitor. For HEAD, sends the headers and cancels the transfer. */
function passThrough(
  request: FastifyRequest,
  reply: FastifyReply,
  { headers, body }: Transfer,
): FastifyReply {
  const sent = { ...headers, 'cache-control': cacheControl };
  if (request.method !== 'HEAD') return reply.headers(sent).send(body);
  body.destroy();
  reply.hijack();
  reply.raw.writeHead(200, sent).end();
  return reply;
}

/** `GET /media/*`: proxies the upstream's images and files. */
export function mediaRoutes(app: FastifyInstance, media: Media, limitMisses: Guard): void {
  const send = (request: FastifyRequest, reply: FastifyReply, stored: StoredAnswer) =>
    sendStored(request, reply, stored, cacheControl);

  async function load(path: string, request: FastifyRequest, reply: FastifyReply) {
    await limitMisses(request);
    const answer = await media.read(path);
    if ('transfer' in answer) return passThrough(request, reply, answer.transfer);
    await compressedSoon(answer.stored);
    send(request, reply, answer.stored);
  }

  app.get<{ Params: { '*': string } }>('/media/*', (request, reply) => {
    const path = safePath(request.params['*']);
    const fresh = media.fresh(path);
    return fresh ? send(request, reply, fresh.value) : load(path, request, reply);
  });
}
