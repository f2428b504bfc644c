import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Refusal } from '../refusal.ts';
import { createBackOff } from './back-off.ts';
import { networkAddress } from './network-address.ts';
import { HttpProblem } from './problems/errors.ts';

const hexSignature = /^[0-9a-f]{64}$/i;
/** After a valid signature an address is not limited for this long. */
const trustMs = 24 * 60 * 60 * 1_000;
const trustedAddresses = 1_000;

export interface SignatureGuard {
  /**
   * Runs before the body is read. @throws HttpProblem 400 without a signature, 429 after too many invalid
   * ones
   */
  onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /**
   * Observes a handler to learn whether the signature was valid.
   * @param handle rejects with a Refusal `invalid` if the signature was wrong. Success or any other error
   * means that it was right
   */
  watch<Outcome>(request: FastifyRequest, handle: Promise<Outcome>): Promise<Outcome>;
}

/**
 * Guards signed routes before their bodies are read and hashed. Requires a well-formed signature, and delays
 * addresses that send invalid ones. Addresses that have sent a valid one are exempt.
 * @param header name of the signature header, in lower case
 */
export function createSignatureGuard(header: string, now: () => number = Date.now): SignatureGuard {
  const trusted = new LRUCache<string, number>({ max: trustedAddresses });
  const backOff = createBackOff({
    freeFailures: 30,
    firstPauseMs: 1_000,
    maxPauseMs: 60_000,
    forgetMs: 60_000,
    now,
  });
  const isTrusted = (ip: string) => now() < (trusted.get(networkAddress(ip)) ?? 0);
  return {
    async onRequest(request, reply) {
      const signature = request.headers[header];
      const isSigned = typeof signature === 'string' && hexSignature.test(signature);
      try {
        if (!isSigned) throw new HttpProblem(400, 'The signature does not match.');
        if (!isTrusted(request.ip)) backOff.check(request.ip);
      } catch (error) {
        // Closes the connection, so that the body is not read.
        reply.header('connection', 'close');
        throw error;
      }
    },
    async watch({ ip }, handle) {
      let isRight = true;
      try {
        return await handle;
      } catch (error) {
        isRight = !(error instanceof Refusal && error.kind === 'invalid');
        throw error;
      } finally {
        if (isRight) trusted.set(networkAddress(ip), now() + trustMs);
        if (isRight) backOff.succeeded(ip);
        else if (!isTrusted(ip)) backOff.failed(ip);
      }
    },
  };
}

/** Installs the guard on all routes of the scope. @returns the guard */
export function guardSignatures(scope: FastifyInstance, header: string): SignatureGuard {
  const guard = createSignatureGuard(header);
  scope.addHook('onRequest', guard.onRequest);
  return guard;
}
