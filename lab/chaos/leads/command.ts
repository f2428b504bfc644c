import { parseArgs } from 'node:util';
import { chooseSeed } from '../random.ts';
import { longRounds } from './long-rounds.ts';

const usage = 'pnpm lab chaos leads [--rounds N] [--seed N]';
const defaultRounds = 100;

const print = (line: string) => process.stdout.write(`${line}\n`);

/** `pnpm lab chaos leads`: the long form of the test. @returns exit status */
export async function command(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: 'string' }, seed: { type: 'string' } },
  });
  const rounds = Number(values.rounds ?? defaultRounds);
  if (Number.isInteger(rounds) && rounds > 0) return longRounds(rounds, chooseSeed(values.seed), print);
  print(usage);
  return 2;
}
