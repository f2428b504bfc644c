/** Contract check of every upstream call in the specification. */
import { callNames, isReadCall } from '@meridian/contracts/calls';
import { checkReads } from './reads.ts';
import type { Result } from './result.ts';
import type { Ask } from './session.ts';
import { ask } from './upstream-call.ts';
import { checkWrites } from './writes.ts';

export interface CheckOptions {
  /** Base URL of the calls. */
  upstream: string;
  /** Whether to send every form and a booking too, marked as test data. */
  writes: boolean;
}

/**
 * Checks all calls, also after a failed one. Later calls use ids from earlier answers: a course, a post, a batch.
 * @returns at least one result per call, in table order
 */
export async function checkContract({ upstream, writes }: CheckOptions): Promise<Result[]> {
  const send: Ask = (requested) => ask(upstream, requested);
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

/** @returns whether the product works with this upstream */
export function passes(results: readonly Result[]): boolean {
  return results.every(({ verdict }) => verdict !== 'deviates' && verdict !== 'unreachable');
}
