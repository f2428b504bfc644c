import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { createBackOff } from './back-off.ts';
import { HttpProblem } from './errors.ts';

const hexSignature = /^[0-9a-f]{64}$/i;
/** An address that has signed rightly is not refused for so long, whatever else comes from it. */
const trustMs = 24 * 60 * 60 * 1_000;
const trustedAddresses = 1_000;

export interface SignatureGuard {
  /** Before the body is read. @throws HttpProblem 400 without a signature, 429 for an address with too many wrong ones */
  onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /**
   * Has a request handled, and learns from the outcome whether its signature was right.
   * @param handle rejects with HttpProblem 400 where it is not; any other failure comes after a right one
   */
  watch<Outcome>(request: FastifyRequest, handle: Promise<Outcome>): Promise<Outcome>;
}

/**
 * Keeps strangers from having large bodies read and hashed: a call has to bring what looks like a signature, and an
 * address whose signatures are wrong has to wait longer and longer. Who signs rightly is never made to wait.
 * @param header of the signature, in lower case
 */
export function createSignatureGuard(header: string, now: () => number = Date.now): SignatureGuard {
  const trusted = new LRUCache<string, number>({ max: trustedAddresses });
  const backOff = createBackOff({
    freeFailures: 30,
    firstPauseMs: 1_000,
    longestPauseMs: 60_000,
    forgetMs: 60_000,
    now,
  });
  const isTrusted = (address: string) => now() < (trusted.get(address) ?? 0);
  return {
    async onRequest(request, reply) {
      const signature = request.headers[header];
      const isSigned = typeof signature === 'string' && hexSignature.test(signature);
      try {
        if (!isSigned) throw new HttpProblem(400, 'The signature does not match.');
        if (!isTrusted(request.ip)) backOff.check(request.ip);
      } catch (error) {
        // The body is not worth the line that it would take.
        reply.header('connection', 'close');
        throw error;
      }
    },
    async watch({ ip }, handle) {
      let isRight = true;
      try {
        return await handle;
      } catch (error) {
        isRight = !(error instanceof HttpProblem && error.statusCode === 400);
        throw error;
      } finally {
        if (isRight) trusted.set(ip, now() + trustMs);
        if (isRight) backOff.succeeded(ip);
        else if (!isTrusted(ip)) backOff.failed(ip);
      }
    },
  };
}

/** @returns the guard, which every route of the scope asks */
export function guardSignatures(scope: FastifyInstance, header: string): SignatureGuard {
  const guard = createSignatureGuard(header);
  scope.addHook('onRequest', guard.onRequest);
  return guard;
}
