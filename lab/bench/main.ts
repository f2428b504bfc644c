/** `pnpm lab bench [names] [--rounds N] [--seconds N] [--minutes N] [--leads N] [--plans] [--check]` */
import { parseArgs } from 'node:util';
import { BenchError } from './bench-error.ts';
import type { Benchmark } from './benchmark.ts';
import { closeEverything } from './closing.ts';
import { useCores } from './machine.ts';
import { classify, type Target } from './report.ts';
import { writeResults } from './results.ts';
import { tableLines, targetLine } from './table.ts';

interface Entry {
  load: () => Promise<Benchmark>;
  /** Whether the benchmark runs only if it is named, because it takes long. */
  onlyNamed?: true;
}

const benchmarks: Record<string, Entry> = {
  'cached-read': { load: async () => (await import('./cached-read.ts')).cachedRead },
  'cached-document': { load: async () => (await import('./cached-document.ts')).cachedDocument },
  'uncached-render': { load: async () => (await import('./uncached-render.ts')).uncachedRender },
  leads: { load: async () => (await import('./leads.ts')).leads },
  orders: { load: async () => (await import('./orders.ts')).orders },
  delivery: { load: async () => (await import('./delivery.ts')).delivery },
  mails: { load: async () => (await import('./mails.ts')).mails },
  growth: { load: async () => (await import('./growth.ts')).growth },
  memory: { load: async () => (await import('./memory.ts')).memory },
  ledger: { load: async () => (await import('./ledger.ts')).ledger, onlyNamed: true },
  capacity: { load: async () => (await import('./capacity.ts')).capacity, onlyNamed: true },
  console: { load: async () => (await import('./console.ts')).operatorsConsole, onlyNamed: true },
  batches: { load: async () => (await import('./batches.ts')).batches, onlyNamed: true },
  soak: { load: async () => (await import('./soak.ts')).soak, onlyNamed: true },
};

const usage = `pnpm lab bench [${Object.keys(benchmarks).join('] [')}]
  --rounds N   number of measurements of each contender (7)
  --seconds N  duration of each measurement (3)
  --minutes N  duration of the soak test (10)
  --leads N    leads in the ledger of a year, which has a tenth as many orders (1000000)
  --plans      console: prints the plans of statements above 50 ms
  --check      exit status 1 if a target is missed`;

const print = (line: string) => process.stdout.write(`${line}\n`);

function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new BenchError('bad_usage', `${text} is not a whole number of at least 1\n${usage}`);
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '7' },
      seconds: { type: 'string', default: '3' },
      minutes: { type: 'string', default: '10' },
      leads: { type: 'string', default: '1000000' },
      plans: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
    },
  });
  const unknown = positionals.find((name) => !Object.hasOwn(benchmarks, name));
  if (unknown !== undefined) throw new BenchError('bad_usage', `Unknown benchmark: ${unknown}\n${usage}`);
  const all = Object.entries(benchmarks);
  return {
    chosen: all.filter(([name, { onlyNamed }]) =>
      positionals.length > 0 ? positionals.includes(name) : !onlyNamed,
    ),
    options: {
      rounds: wholeNumber(values.rounds),
      roundSeconds: wholeNumber(values.seconds),
      minutes: wholeNumber(values.minutes),
      leads: wholeNumber(values.leads),
      plans: values.plans,
      progress: (line: string) => process.stderr.write(`  ${line}\n`),
    },
    check: values.check,
  };
}

/** @returns exit status */
async function run(): Promise<number> {
  const { chosen, options, check } = readArguments();
  const targets: Target[] = [];
  for (const [name, { load }] of chosen) {
    const benchmark = await load();
    useCores(benchmark.wholeMachine ? 'all' : 'others');
    print(`\n${name}: ${benchmark.title}`);
    const report = await benchmark.run(options);
    const file = writeResults(name, report);
    for (const table of report.tables) print(['', ...tableLines(table)].join('\n'));
    print(
      ['', ...(report.notes ?? []), ...report.targets.map(targetLine), `All samples: ${file}`].join('\n'),
    );
    targets.push(...report.targets);
  }
  const missed = targets.filter((target) => !classify(target).met);
  print(`\n${targets.length - missed.length} of ${targets.length} targets reached`);
  return check && missed.length > 0 ? 1 : 0;
}

let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, async () => {
    if (interrupted) process.exit(130);
    interrupted = true;
    await closeEverything();
    process.exit(130);
  });

try {
  process.exitCode = await run();
} catch (error) {
  // After an interruption, errors come from closing the resources.
  if (!interrupted) {
    await closeEverything();
    if (!(error instanceof BenchError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}
