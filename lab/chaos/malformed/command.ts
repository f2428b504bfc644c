import { parseArgs } from 'node:util';
import { startProduct } from '../leads/product.ts';
import { chooseSeed } from '../random.ts';
import { type ProcessState, readProcess, readWhenIdle, troublesOf } from './process-state.ts';
import { sendMalformed, tableOf } from './run.ts';

const usage = 'pnpm lab chaos malformed [--requests N] [--seed N]';
const print = (line: string) => process.stdout.write(`${line}\n`);
const shownFailures = 20;

const lineOf = (when: string, { residentMebibytes, heapMebibytes, handles, files }: ProcessState) =>
  `${when}: ${residentMebibytes} MiB resident, ${heapMebibytes} MiB of heap, ${handles} handles, ${files} open files`;

/** Settings without rate limits. */
export const unlimited = { READ_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'warn', OPS_TOKEN: 'a-token-of-operators' };

async function longRun(requests: number, seed: number): Promise<number> {
  const { stack, stop } = await startProduct({ env: unlimited });
  try {
    // Warm-up: memory that the first requests allocate is not a leak.
    await sendMalformed(stack.baseUrl, 500, seed - 1_000);
    const before = await readProcess(stack.metricsUrl);
    const startedAt = performance.now();
    const run = await sendMalformed(stack.baseUrl, requests, seed);
    const seconds = (performance.now() - startedAt) / 1_000;
    const after = await readWhenIdle(stack.metricsUrl, before);
    for (const line of tableOf(run)) print(line);
    print(lineOf('before', before));
    print(lineOf('after', after));
    const troubles = troublesOf(before, after);
    for (const fault of [...run.failures.slice(0, shownFailures), ...troubles])
      print(`  ${JSON.stringify(fault)}`);
    print(
      `${requests} requests in ${seconds.toFixed(0)} s, ${run.failures.length} with 5xx or hung, ${troubles.length} resources grew too much`,
    );
    return run.failures.length + troubles.length === 0 ? 0 : 1;
  } finally {
    await stop();
  }
}

/** `pnpm lab chaos malformed`: long form. @returns exit status */
export async function command(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { requests: { type: 'string' }, seed: { type: 'string' } } });
  const requests = Number(values.requests ?? 100_000);
  if (Number.isInteger(requests) && requests > 0) return longRun(requests, chooseSeed(values.seed));
  print(usage);
  return 2;
}
