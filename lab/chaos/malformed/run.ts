/** Sends malformed requests of every kind and collects the results. */
import { createRandom } from '../random.ts';
import { exchange, type Outcome } from './exchange.ts';
import { httpFaults } from './http-faults.ts';
import { jsonFaults } from './json-faults.ts';
import { webhookFaults } from './webhook-faults.ts';

const faults = Object.entries({ ...httpFaults, ...jsonFaults, ...webhookFaults });
/** Kinds of request for which the server may wait for input or keep the connection open. */
const openKinds = new Set([
  'request line',
  'no HTTP',
  'cut off',
  'wrong length',
  'chunks',
  'pipeline',
  'broken header',
  'odd header',
]);
const atOnce = 32;
const shownBytes = 400;

export interface Run {
  /** Number of responses by kind and status; `closed` if there was no response. */
  counts: Map<string, Map<string, number>>;
  /** Violations: a status of 500 or more, or a connection that did not end. */
  failures: string[];
}

function fail(): never {
  throw new TypeError('There is no kind of malformed request');
}

function count(counts: Run['counts'], kind: string, { statuses, hung }: Outcome): void {
  const inner = counts.get(kind) ?? new Map<string, number>();
  counts.set(kind, inner);
  const results = hung ? ['hung'] : statuses.length > 0 ? statuses.map(String) : ['closed'];
  for (const result of results) inner.set(result, (inner.get(result) ?? 0) + 1);
}

/** Sends requests of each kind in turn, so that short runs include all kinds. */
export async function sendMalformed(baseUrl: string, requests: number, seed: number): Promise<Run> {
  const url = new URL(baseUrl);
  const run: Run = { counts: new Map(), failures: [] };
  let sent = 0;
  async function sendOthers(): Promise<void> {
    while (sent < requests) {
      const number = sent;
      sent += 1;
      const [kind, make] = faults[number % faults.length] ?? fail();
      const bytes = make(createRandom(seed + number));
      const outcome = await exchange(url, bytes, openKinds.has(kind) ? 'open' : 'whole');
      count(run.counts, kind, outcome);
      if (outcome.hung || outcome.statuses.some((status) => status >= 500))
        run.failures.push(
          `${kind}, ${outcome.hung ? 'hung' : outcome.statuses}: ${bytes.subarray(0, shownBytes).toString('latin1')}`,
        );
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendOthers));
  return run;
}

export function tableOf({ counts }: Run): string[] {
  return [...counts].map(
    ([kind, results]) =>
      `${kind.padEnd(18)} ${[...results]
        .toSorted(([one], [other]) => one.localeCompare(other))
        .map(([result, times]) => `${result}: ${times}`)
        .join('  ')}`,
  );
}
