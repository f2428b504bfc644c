/**
 * `pnpm lab chaos failover [--pages N] [--leads N] [--payments N] [--calm SECONDS] [--within SECONDS]
 * [--settle SECONDS] [--only NAME]… [--logs FOLDER] [--seed N]`.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chooseSeed } from '../random.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { faults } from './faults.ts';
import { type ReplicatedProduct, startReplicatedProduct } from './product.ts';
import { findPrograms, MissingProgramsError, type Programs } from './programs.ts';
import { tableOf } from './report.ts';
import { playTrial, type Trial, type TrialPlan } from './trial.ts';

/** Invalid arguments. */
class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code = 'WRONG_USE';
  readonly retry = false;
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const beganAt = performance.now();
const printTimed = (line: string) =>
  print(`${((performance.now() - beganAt) / 1_000).toFixed(0)} s  ${line}`);

const options = {
  pages: { type: 'string', default: '50' },
  leads: { type: 'string', default: '20' },
  payments: { type: 'string', default: '1' },
  calm: { type: 'string', default: '12' },
  settle: { type: 'string', default: '900' },
  within: { type: 'string', default: '3600' },
  only: { type: 'string', multiple: true, default: Object.keys(faults) },
  logs: { type: 'string' },
  seed: { type: 'string' },
} as const;

function planOf(args: string[]): { plan: TrialPlan; logs: string | undefined } {
  const { values } = parseArgs({ args, options });
  const numbers = [
    values.pages,
    values.leads,
    values.payments,
    values.calm,
    values.settle,
    values.within,
  ].map(Number);
  const [pages = 0, leads = 0, payments = 0, calm = 0, settle = 0, within = 0] = numbers;
  if (numbers.some((one) => !(one >= 0)))
    throw new UsageError('rates and seconds must be numbers of at least 0');
  const unknown = values.only.filter((name) => !Object.hasOwn(faults, name));
  if (unknown.length > 0)
    throw new UsageError(
      `unknown faults: ${unknown.join(', ')}; known faults: ${Object.keys(faults).join(', ')}`,
    );
  const plan = {
    rates: { pages, leads, payments },
    faults: values.only,
    calmMs: calm * 1_000,
    quietMs: settle * 1_000,
    withinMs: within * 1_000,
    seed: chooseSeed(values.seed),
  };
  return { plan, logs: values.logs };
}

/** Copies the logs of a run before its folders are removed. */
function keepLogs(
  folder: string | undefined,
  cluster: Cluster,
  product: ReplicatedProduct | undefined,
): void {
  if (folder === undefined) return;
  for (const from of [cluster.ground.folder, product?.stack.dataDir])
    if (from) cpSync(join(from, 'logs'), folder, { recursive: true });
}

async function play(
  programs: Programs,
  { plan, logs }: ReturnType<typeof planOf>,
  signal: AbortSignal,
): Promise<Trial> {
  const cluster = await startCluster(programs);
  let product: ReplicatedProduct | undefined;
  try {
    printTimed('the cluster runs');
    signal.throwIfAborted();
    product = await startReplicatedProduct(cluster, programs);
    printTimed('the product runs');
    return await playTrial({ cluster, product, signal }, plan, printTimed);
  } finally {
    keepLogs(logs, cluster, product);
    await product?.stop();
    await cluster.stop();
    printTimed('all processes have ended');
  }
}

/**
 * @returns exit status: 0 without violations, 1 with violations, 2 for invalid arguments or missing programs, 130 after
 * an interruption
 */
export async function command(args: string[]): Promise<number> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());
  try {
    const trial = await play(findPrograms(print), planOf(args), stopping.signal);
    print(tableOf(trial.figures));
    for (const violation of trial.violations) print(`  ${violation}`);
    return trial.violations.length === 0 ? 0 : 1;
  } catch (error) {
    if (stopping.signal.aborted) return 130;
    if (!(error instanceof UsageError || error instanceof MissingProgramsError)) throw error;
    print(error.message);
    return 2;
  }
}
