/** Sends stored bodies: encoding, conditional requests and headers, with as little work as a request can take. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoredBody } from './stored-body.ts';

export interface StoredAnswer extends StoredBody {
  statusCode: number;
  /** Headers that stay as long as the answer is stored, security headers included. */
  headers: Readonly<Record<string, string>>;
}

/** One form of an answer, with its headers in the flat list that Node takes without looking twice. */
interface Variant {
  body: Buffer;
  headers: readonly string[];
  /** Headers of the answer to whoever has it already. */
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

function variantsOf(stored: StoredAnswer): Variants {
  const known = prepared.get(stored);
  if (known) return known;
  const { identity, gzip, brotli, etag } = stored;
  const etags = [etag, `${etag.slice(0, -1)}-gz"`, `${etag.slice(0, -1)}-br"`] as const;
  const variants = {
    identity: variantOf(stored, identity, etags[0]),
    gzip: gzip && variantOf(stored, gzip, etags[1], 'gzip'),
    brotli: brotli && variantOf(stored, brotli, etags[2], 'br'),
    etags,
  };
  // As long as forms are being made this is not all.
  if (!stored.compressing) prepared.set(stored, variants);
  return variants;
}

/** True where `Accept-Encoding` names an encoding and does not rule it out with `q=0`. */
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

/** Every form of a body says the same, so a tag of any of them, weak or strong, is a match. */
function isKnown(etags: readonly string[], ifNoneMatch: string): boolean {
  return ifNoneMatch.split(',').some((item) => {
    const tag = item.trim().replace(/^W\//, '');
    return tag === '*' || etags.includes(tag);
  });
}

/** Headers that depend on the request: those of a cross-origin one come from a plugin. */
function headersOfRequest(request: FastifyRequest, reply: FastifyReply, cacheControl: string): string[] {
  const vary = reply.getHeader('vary');
  const headers = [
    'cache-control',
    cacheControl,
    'vary',
    vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`,
  ];
  if (request.raw.headers.origin !== undefined)
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (name !== 'vary') headers.push(name, String(value));
  return headers;
}

/**
 * Sends a stored answer past Fastify's reply pipeline: what the pipeline would add is in `headers` already. The
 * answer must not change any more, but for the compressed forms that are being made.
 * @param cacheControl the header for this moment
 */
export function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  stored: StoredAnswer,
  cacheControl: string,
): void {
  const { headers: asked } = request.raw;
  const variants = variantsOf(stored);
  const variant = bestVariant(variants, asked['accept-encoding']);
  const more = headersOfRequest(request, reply, cacheControl);
  const ifNoneMatch = asked['if-none-match'];
  reply.hijack();
  if (stored.statusCode === 200 && ifNoneMatch !== undefined && isKnown(variants.etags, ifNoneMatch))
    reply.raw.writeHead(304, [...variant.notModified, ...more]).end();
  // Node itself leaves the body out for HEAD.
  else reply.raw.writeHead(stored.statusCode, [...variant.headers, ...more]).end(variant.body);
}
