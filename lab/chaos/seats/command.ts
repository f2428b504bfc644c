/**
 * `pnpm lab chaos seats --checkouts 500 [--seed N]`: each seat must be sold once, while a replica is killed. A quick
 * test without kills is `sold-once.test.ts` of the BFF.
 */
import { parseArgs } from 'node:util';
import { startStack } from '@meridian/stack/stack';
import { chooseSeed } from '../random.ts';
import { faultsOfRush, playRush, rushEnvironment } from './rush.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

/** @returns exit status: 0 if each seat is sold exactly once */
export async function command(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { checkouts: { type: 'string' }, seed: { type: 'string' } },
  });
  const visitors = Number(values.checkouts ?? 500);
  if (!(Number.isInteger(visitors) && visitors > 0)) {
    print('--checkouts needs a whole number of at least 1');
    return 2;
  }
  const stack = await startStack({ env: rushEnvironment });
  try {
    const rush = await playRush(stack, visitors, chooseSeed(values.seed));
    const { lost: _lost, ...counts } = rush;
    print(
      Object.entries(counts)
        .map((entry) => entry.join(' '))
        .join(', '),
    );
    const faults = faultsOfRush(rush);
    for (const fault of faults) print(`  ${fault}`);
    return faults.length === 0 ? 0 : 1;
  } finally {
    await stack.stop();
  }
}
