/** Long forms: `pnpm lab chaos payments --checkouts 200 [--seed N]` and `pnpm lab chaos payments --table`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chooseSeed } from '../random.ts';
import { faultsOf, lineOf, playCheckouts, startForCheckouts } from './checkouts.ts';

const root = resolve(import.meta.dirname, '../../..');

const print = (line: string) => process.stdout.write(`${line}\n`);

async function longPayments(checkouts: number, seed: number): Promise<number> {
  const stack = await startForCheckouts();
  try {
    const run = await playCheckouts(stack, checkouts, seed);
    const faults = faultsOf(run);
    print(lineOf(run));
    for (const fault of faults) print(`  ${fault}`);
    return faults.length === 0 && run.after.booked === run.after.captured ? 0 : 1;
  } finally {
    await stack.stop();
  }
}

async function paymentTable(): Promise<number> {
  const vitest = resolve(root, 'node_modules/vitest/vitest.mjs');
  const tests = ['outcomes', 'payment-faults', 'orders/state/order-sequences'].map(
    (name) => `apps/bff/src/enrolment/${name}.test.ts`,
  );
  const child = spawn(process.execPath, [vitest, 'run', '--project', 'node', '--reporter=dot', ...tests], {
    cwd: root,
    env: { ...process.env, CHECKOUT_TABLE: 'all' },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}

/**
 * `--checkouts N` (default 200): under repeated kills. `--table`: all combinations of payment outcome,
 * report and upstream answer, all triples of payment, refund and dispute faults, and longer sequences of order events.
 * @returns exit status: 0 if each captured payment is one booking
 */
export async function command(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { checkouts: { type: 'string' }, seed: { type: 'string' }, table: { type: 'boolean' } },
  });
  if (values.table) return paymentTable();
  const checkouts = Number(values.checkouts ?? 200);
  if (Number.isInteger(checkouts) && checkouts > 0) return longPayments(checkouts, chooseSeed(values.seed));
  print('--checkouts needs a whole number of at least 1');
  return 2;
}
