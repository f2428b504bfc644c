/** `pnpm lab model`: runs random sequences of steps of orders against the real code. */
import { parseArgs } from 'node:util';
import { setup } from '@meridian/stack/test-database-setup';
import { faults } from './faults.ts';
import { knownFailures } from './known-failures.ts';
import { describeFailure, type ModelResult, runModel } from './run-model.ts';
import { openWorld } from './world.ts';

const usage = `pnpm lab model [--sequences N] [--seed S] [--minutes M] [--planted NAME | --planted all]
NAME is one of: ${Object.keys(faults).join(', ')}
`;

const print = (text: string) => process.stdout.write(`${text}\n`);

function report(result: ModelResult, startedMs: number): void {
  for (const failure of result.failures) print(describeFailure(failure));
  const perSecond = (result.sequences / ((performance.now() - startedMs) / 1_000)).toFixed(1);
  print(
    `${result.sequences} sequences with ${result.steps} steps, ${perSecond} a second; ${result.failures.length} kinds of failures`,
  );
  for (const [kind, count] of [...result.known].toSorted(([, one], [, other]) => other - one))
    print(`known failure, in ${count} sequences: ${kind}`);
  const unseen = knownFailures.filter(({ invariant, kind }) => !result.known.has(`${invariant}: ${kind}`));
  for (const { invariant, kind } of unseen) print(`known, but not found: ${invariant}: ${kind}`);
}

const detectionMs = 60_000;

/** @returns true if the model detects the fault within a minute */
async function detects(serverUrl: string, name: string, seed: number): Promise<boolean> {
  const fault = faults[name];
  if (!fault) throw new TypeError(`unknown fault: ${name}`);
  const world = await openWorld(serverUrl, fault.change);
  const startedMs = performance.now();
  try {
    // Failures that the fault causes count here even if they are known failures.
    const isKnown = ({ invariant, kind }: { invariant: string; kind: string }) =>
      !fault.breaks.includes(`${invariant}: ${kind}`);
    const { failures, sequences } = await runModel(world, {
      seed,
      sequences: 10_000,
      maxMs: detectionMs,
      first: true,
      isKnown,
      favoured: fault.favours,
    });
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
    print(
      `${name}: ${failures.length > 0 ? 'detected' : 'NOT DETECTED'} after ${sequences} sequences, ${seconds} s`,
    );
    for (const failure of failures) print(describeFailure(failure));
    return failures.length > 0;
  } finally {
    await world.close();
  }
}

/**
 * @returns exit status: 0; 1 for a failure that is not known, or a planted fault that was not detected; 2 for
 * the usage
 */
export async function command(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      sequences: { type: 'string', default: '100' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
      minutes: { type: 'string' },
      planted: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const { planted, minutes } = values;
  const seed = Number(values.seed);
  const isUnknown = planted !== undefined && planted !== 'all' && !Object.hasOwn(faults, planted);
  if (values.help || isUnknown) {
    print(usage);
    return 2;
  }
  print(`seed ${seed} (repeat with --seed ${seed})`);
  const stop = await setup();
  const serverUrl = process.env.TEST_DATABASE_URL ?? '';
  try {
    if (planted !== undefined) {
      let isDetected = true;
      for (const name of planted === 'all' ? Object.keys(faults) : [planted])
        isDetected = (await detects(serverUrl, name, seed)) && isDetected;
      return isDetected ? 0 : 1;
    }
    const startedMs = performance.now();
    const world = await openWorld(serverUrl);
    try {
      const limit =
        minutes === undefined
          ? { sequences: Number(values.sequences) }
          : { sequences: Number.MAX_SAFE_INTEGER, maxMs: Number(minutes) * 60_000 };
      const result = await runModel(world, { seed, ...limit });
      report(result, startedMs);
      return result.failures.length > 0 ? 1 : 0;
    } finally {
      await world.close();
    }
  } finally {
    await stop();
  }
}
