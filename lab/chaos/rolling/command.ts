import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chooseSeed, createRandom } from '../random.ts';
import { clockTime } from './public-load.ts';
import { buildReleases, lastTag, ReleaseError } from './releases.ts';
import { faultsOf, playRollingDeploy } from './trial.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);
const shownFaults = 40;

async function play(tag: string, seed: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'rolling-'));
  try {
    print(`building ${tag} and this tree`);
    const releases = await buildReleases(folder, tag);
    const trial = await playRollingDeploy(releases, folder, createRandom(seed), (step) =>
      print(`${clockTime()} ${step}`),
    );
    const sent = Object.entries(trial.load.sent).map(([kind, count]) => `${count} × ${kind}`);
    print(`${sent.join(', ')}; ${trial.result.successes} leads confirmed`);
    print(`${trial.reconciliation.captured} payments captured, ${trial.reconciliation.booked} booked`);
    const faults = faultsOf(trial);
    print(`${faults.length} faults`);
    for (const fault of faults.slice(0, shownFaults)) print(`  ${fault}`);
    return faults.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * `pnpm lab chaos rolling [--tag NAME] [--seed N]`: deploys this tree over the last tag, and rolls back.
 * @returns exit status: 0 if no request failed; 1 also if there is no tag
 */
export async function command(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { tag: { type: 'string' }, seed: { type: 'string' } } });
  try {
    return await play(values.tag ?? lastTag(), chooseSeed(values.seed));
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    print(error.message);
    return 1;
  }
}
