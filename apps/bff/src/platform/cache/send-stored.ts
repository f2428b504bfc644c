/** Sends stored response bodies: content negotiation, conditional requests, headers. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoredBody } from './stored-body.ts';

export interface StoredAnswer extends StoredBody {
  statusCode: number;
  /** Headers fixed for the lifetime of the entry, security headers included. */
  headers: Readonly<Record<string, string>>;
}

/** One encoding of a response. The headers are a flat list, which `writeHead` accepts without checks. */
interface Variant {
  body: Buffer;
  headers: readonly string[];
  /** Headers of a 304. */
  notModified: readonly string[];
}

interface Variants {
  identity: Variant;
  gzip?: Variant;
  brotli?: Variant;
  etags: readonly string[];
}

const prepared = new WeakMap<StoredAnswer, Variants>();

function variantOf({ headers }: StoredAnswer, body: Buffer, etag: string, encoding?: string): Variant {
  const { 'content-type': type, ...others } = headers;
  const notModified = [...Object.entries(others).flat(), 'etag', etag];
  return {
    body,
    notModified,
    headers: [
      ...notModified,
      ...(type ? ['content-type', type] : []),
      ...(encoding ? ['content-encoding', encoding] : []),
      'content-length',
      String(body.length),
    ],
  };
}

const forms = ['gz', 'br'] as const;

/** Returns the entity tag of a compressed form. */
function etagOf({ etag }: StoredAnswer, form: (typeof forms)[number]): string {
  return `${etag.slice(0, -1)}-${form}"`;
}

function variantsOf(stored: StoredAnswer): Variants {
  const known = prepared.get(stored);
  if (known) return known;
  const { identity, gzip, brotli, etag } = stored;
  const etags = [etag, ...forms.map((form) => etagOf(stored, form))];
  const variants = {
    identity: variantOf(stored, identity, etag),
    gzip: gzip && variantOf(stored, gzip, etagOf(stored, 'gz'), 'gzip'),
    brotli: brotli && variantOf(stored, brotli, etagOf(stored, 'br'), 'br'),
    etags,
  };
  // The variants are memoised only after the compression has ended.
  if (!stored.compressing) prepared.set(stored, variants);
  return variants;
}

/** True if `Accept-Encoding` lists the encoding without `q=0`. */
function accepts(header: string, encoding: string): boolean {
  const at = header.indexOf(encoding);
  if (at < 0) return false;
  return !/^\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/.test(header.slice(at + encoding.length));
}

function bestVariant({ identity, gzip, brotli }: Variants, acceptEncoding: string | undefined): Variant {
  if (!acceptEncoding) return identity;
  if (brotli && accepts(acceptEncoding, 'br')) return brotli;
  return gzip && accepts(acceptEncoding, 'gzip') ? gzip : identity;
}

/** Compares weakly with the tags of all encodings, because all encodings have the same content. */
function isKnown(etags: readonly string[], ifNoneMatch: string): boolean {
  return ifNoneMatch.split(',').some((item) => {
    const tag = item.trim().replace(/^W\//, '');
    return tag === '*' || etags.includes(tag);
  });
}

/** Returns `Vary`, and for cross-origin requests the CORS headers that the plugin has set on the reply. */
function headersOfReply(request: FastifyRequest, reply: FastifyReply): string[] {
  const vary = reply.getHeader('vary');
  const headers = ['vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`];
  if (request.raw.headers.origin !== undefined)
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (name !== 'vary') headers.push(name, String(value));
  return headers;
}

/**
 * Sends a stored response directly, without Fastify's reply pipeline. `headers` of the entry already include
 * what the pipeline would add. The entry must be immutable, except for compressed bodies in progress.
 * @param cacheControl value of the header for this response
 */
export function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  stored: StoredAnswer,
  cacheControl: string,
): void {
  const added = ['cache-control', cacheControl, ...headersOfReply(request, reply)];
  reply.hijack();
  const response = reply.raw;
  const variants = variantsOf(stored);
  const { 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch } = request.raw.headers;
  const variant = bestVariant(variants, acceptEncoding);
  if (stored.statusCode === 200 && ifNoneMatch !== undefined && isKnown(variants.etags, ifNoneMatch))
    response.writeHead(304, [...variant.notModified, ...added]).end();
  // Node omits the body for HEAD.
  else response.writeHead(stored.statusCode, [...variant.headers, ...added]).end(variant.body);
}
