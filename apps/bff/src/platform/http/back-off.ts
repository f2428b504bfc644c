/** Delays a network address exponentially after failures. A success ends the delay. */
import { LRUCache } from 'lru-cache';
import { networkAddress } from './network-address.ts';
import { messageOf } from './problems/error-handler.ts';
import { HttpProblem } from './problems/errors.ts';

export interface BackOffOptions {
  /** Number of failures without a delay, because the sender's key may just have been changed. */
  freeFailures: number;
  firstPauseMs: number;
  maxPauseMs: number;
  /** The failures of an address are forgotten after this time without a further one. */
  forgetMs: number;
  now?: () => number;
}

export interface BackOff {
  /** @throws HttpProblem 429 during the back-off */
  check(address: string): void;
  failed(address: string): void;
  succeeded(address: string): void;
}

/** Max tracked addresses (LRU). */
const maxAddresses = 10_000;

/** Creates a back-off. Failures are counted per replica, like the requests of rate limits. */
export function createBackOff(options: BackOffOptions): BackOff {
  const { freeFailures, firstPauseMs, maxPauseMs, forgetMs, now = Date.now } = options;
  const known = new LRUCache<string, { failures: number; failedAt: number; until: number }>({
    max: maxAddresses,
  });
  return {
    check(address) {
      const waitMs = (known.get(networkAddress(address))?.until ?? 0) - now();
      if (waitMs <= 0) return;
      throw new HttpProblem(429, messageOf(429), { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
    },
    failed(address) {
      const key = networkAddress(address);
      const before = known.get(key);
      const failures = before && now() - before.failedAt < forgetMs ? before.failures + 1 : 1;
      const paid = failures - freeFailures;
      const pauseMs = paid > 0 ? Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(paid - 1, 30)) : 0;
      known.set(key, { failures, failedAt: now(), until: now() + pauseMs });
    },
    succeeded: (address) => void known.delete(networkAddress(address)),
  };
}
