/** Runs the contract of every call of the specification's table against an upstream. */
import { callNames, isReadCall } from '@meridian/contracts/calls';
import { checkReads } from './reads.ts';
import type { Result } from './result.ts';
import type { Ask } from './session.ts';
import { ask } from './upstream-call.ts';
import { checkWrites } from './writes.ts';

export interface CheckOptions {
  /** Address below which the calls are. */
  upstream: string;
  /** Also sends every form and a booking, marked as test data. Without it nothing is written. */
  writes: boolean;
}

/**
 * Reads are asked with what earlier answers name: a course, a post, a batch. A call that fails leaves the others
 * to be asked all the same.
 *
 * @returns at least one result for each call, in the order of the table
 */
export async function checkContract({ upstream, writes }: CheckOptions): Promise<Result[]> {
  const send: Ask = (asked) => ask(upstream, asked);
  const reads = await checkReads(send);
  const written = writes ? await checkWrites(send, reads.found) : skippedWrites();
  const results = [...reads.results, ...written];
  return callNames.flatMap((name) => results.filter(({ call }) => call === name));
}

function skippedWrites(): Result[] {
  return callNames
    .filter((name) => !isReadCall(name))
    .map((call) => ({
      call,
      question: 'a submission',
      verdict: 'skipped',
      findings: ['only with --writes'],
    }));
}

/** False where the product cannot work with this upstream. */
export function passes(results: readonly Result[]): boolean {
  return results.every(({ verdict }) => verdict !== 'deviates' && verdict !== 'unreachable');
}
