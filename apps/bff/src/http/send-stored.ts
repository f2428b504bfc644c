/** Sends stored bodies: encoding, conditional requests and headers, with as little work as a request can take. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoredBody } from './stored-body.ts';

export interface StoredAnswer extends StoredBody {
  statusCode: number;
  /** Headers that stay as long as the answer is stored, security headers included. */
  headers: Readonly<Record<string, string>>;
}

interface Variant {
  body: Buffer;
  etag: string;
  encoding?: 'br' | 'gzip';
}

function variantEtag(etag: string, suffix: string): string {
  return `${etag.slice(0, -1)}-${suffix}"`;
}

/** True where `Accept-Encoding` names an encoding and does not rule it out with `q=0`. */
function accepts(header: string, encoding: string): boolean {
  const at = header.indexOf(encoding);
  if (at < 0) return false;
  return !/^\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/.test(header.slice(at + encoding.length));
}

function variantOf(stored: StoredBody, acceptEncoding: string | undefined): Variant {
  const { identity, gzip, brotli, etag } = stored;
  if (acceptEncoding) {
    if (brotli && accepts(acceptEncoding, 'br'))
      return { body: brotli, etag: variantEtag(etag, 'br'), encoding: 'br' };
    if (gzip && accepts(acceptEncoding, 'gzip'))
      return { body: gzip, etag: variantEtag(etag, 'gz'), encoding: 'gzip' };
  }
  return { body: identity, etag };
}

/** Every form of a body says the same, so a tag of any of them, weak or strong, is a match. */
function isKnown(stored: StoredBody, ifNoneMatch: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  const base = stored.etag.slice(0, -1);
  return ifNoneMatch.split(',').some((item) => {
    const tag = item.trim().replace(/^W\//, '');
    return tag === stored.etag || tag === `${base}-br"` || tag === `${base}-gz"`;
  });
}

/** Headers that plugins put on this one reply, such as those of a cross-origin request. */
function ownHeaders(headers: IncomingHttpHeaders, reply: FastifyReply): Record<string, unknown> | undefined {
  return headers.origin === undefined ? undefined : reply.getHeaders();
}

/**
 * Sends a stored answer past Fastify's reply pipeline: what the pipeline would add is in `headers` already.
 * @param cacheControl the header for this moment
 */
export function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  stored: StoredAnswer,
  cacheControl: string,
): void {
  const { headers: asked } = request.raw;
  const { body, etag, encoding } = variantOf(stored, asked['accept-encoding']);
  const headers: Record<string, string | number> = {
    ...stored.headers,
    'cache-control': cacheControl,
    vary: 'accept-encoding',
    etag,
  };
  const own = ownHeaders(asked, reply);
  if (own) {
    Object.assign(headers, own);
    headers.vary = own.vary ? `${own.vary}, accept-encoding` : 'accept-encoding';
  }
  reply.hijack();
  const ifNoneMatch = asked['if-none-match'];
  if (stored.statusCode === 200 && ifNoneMatch !== undefined && isKnown(stored, ifNoneMatch)) {
    delete headers['content-type'];
    reply.raw.writeHead(304, headers).end();
    return;
  }
  if (encoding) headers['content-encoding'] = encoding;
  headers['content-length'] = body.length;
  // Node itself leaves the body out for HEAD.
  reply.raw.writeHead(stored.statusCode, headers).end(body);
}
