import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpProblem } from '../http/errors.ts';
import type { Guard } from '../http/limits.ts';
import type { StoredAnswer } from '../http/send-stored.ts';
import { sendStored } from '../http/send-stored.ts';
import type { Kept } from '../http/stale-cache.ts';
import { compressedSoon } from '../http/stored-body.ts';
import { LargeFile, type Media } from './media.ts';

/** Browsers may show a picture for so long without asking, and a day longer while they ask. */
const cacheControl = 'public, max-age=300, stale-while-revalidate=86400';

/**
 * @param path as it was asked for, decoded
 * @returns the path for the upstream, encoded again
 * @throws HttpProblem 404 where it would leave the folder
 */
function safePath(path: string): string {
  const segments = path.split('/');
  const fine = segments.every(
    (segment) => segment !== '' && segment !== '.' && segment !== '..' && !/[\\\p{Cc}]/u.test(segment),
  );
  if (!fine || path.length > 500) throw new HttpProblem(404, 'There is no such file.');
  return segments.map(encodeURIComponent).join('/');
}

/** `GET /media/*`: the upstream's pictures and files, so that a browser meets this server only. */
export function mediaRoutes(app: FastifyInstance, media: Media, guardMiss: Guard): void {
  const send = (request: FastifyRequest, reply: FastifyReply, { value }: Kept<StoredAnswer>) =>
    sendStored(request, reply, value, cacheControl);

  async function passThrough(path: string, reply: FastifyReply) {
    // A visitor who leaves ends the transfer.
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const { headers, body } = await media.open(path, gone.signal);
    return reply
      .headers(headers)
      .header('cache-control', cacheControl)
      .send(Readable.fromWeb(body as NodeReadableStream));
  }

  app.get<{ Params: { '*': string } }>('/media/*', (request, reply) => {
    const path = safePath(request.params['*']);
    const fresh = media.fresh(path);
    if (fresh) return send(request, reply, fresh);
    return guardMiss(request)
      .then(() => media.read(path))
      .then(
        (kept) => compressedSoon(kept.value).then(() => send(request, reply, kept)),
        (error: unknown) => {
          if (error instanceof LargeFile) return passThrough(path, reply);
          throw error;
        },
      );
  });
}
