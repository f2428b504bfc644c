/**
 * `pnpm lab lighthouse`: Lighthouse's mobile preset on every screen. Starts the product from its bundles,
 * audits all screens once in each round, prints medians and writes JSON.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startStack } from '@meridian/stack/stack';
import { startBrowser } from '../../e2e/support/lighthouse/browser.ts';
import { type Category, categories, type Look, look } from '../../e2e/support/lighthouse/measure.ts';
import { listScreens, type Screen } from '../../e2e/support/lighthouse/screens.ts';
import { measureWaits, type Waits } from './navigation.ts';
import { misses, type ScreenSummary, summarise, summaryTable, waitMisses } from './summary.ts';

const usage = `pnpm lab lighthouse [--check] [--runs 3] [--screens /,/blogs] [--categories ${categories.join()}]

--check       exit status 1 if a screen misses a target
--runs        number of audits of each screen (default 3); the median counts
--screens     names of screens, separated by commas (default: all)
--categories  categories of Lighthouse, separated by commas (default: all)
`;

interface Arguments {
  check: boolean;
  runs: number;
  screens?: string[];
  categories: Category[];
}

const isCategory = (name: string): name is Category => (categories as readonly string[]).includes(name);

/** @throws TypeError for invalid arguments */
function readArguments(): Arguments {
  const { values } = parseArgs({
    options: {
      check: { type: 'boolean', default: false },
      runs: { type: 'string', default: '3' },
      screens: { type: 'string' },
      categories: { type: 'string', default: categories.join() },
    },
  });
  const runs = Number(values.runs);
  const requested = values.categories.split(',');
  if (!Number.isInteger(runs) || runs < 1)
    throw new TypeError(`--runs needs a whole number of at least 1, not ${values.runs}`);
  if (!requested.every(isCategory))
    throw new TypeError(`--categories ${values.categories}: not all of these exist`);
  return { check: values.check, runs, screens: values.screens?.split(','), categories: requested };
}

/** Fills the page cache, including compressed forms. */
async function warm(screens: readonly Screen[], baseUrl: string): Promise<void> {
  for (const { path } of screens) await (await fetch(baseUrl + path)).arrayBuffer();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
}

async function measure(
  screens: readonly Screen[],
  baseUrl: string,
  given: Arguments,
): Promise<ScreenSummary[]> {
  const looks = new Map<Screen, Look[]>(screens.map((screen) => [screen, []]));
  const browser = await startBrowser();
  try {
    // The first audit is slower because of the browser's start.
    await look(`${baseUrl}/`, { port: browser.port, categories: ['performance'] });
    for (let round = 1; round <= given.runs; round += 1) {
      for (const screen of screens) {
        process.stderr.write(`\rround ${round} of ${given.runs}: ${screen.name}\u001b[K`);
        const options = { port: browser.port, categories: given.categories, missing: screen.missing };
        looks.get(screen)?.push(await look(baseUrl + screen.path, options));
      }
    }
  } finally {
    process.stderr.write('\r\u001b[K');
    await browser.close();
  }
  return screens.map((screen) => summarise(screen, looks.get(screen) ?? []));
}

function keep(summaries: readonly ScreenSummary[], waits: Waits | undefined, given: Arguments): string {
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}.json`);
  const [cpu] = cpus();
  const machine = { cpu: cpu?.model, cores: cpus().length, node: process.version };
  const kept = { machine, runs: given.runs, screens: summaries, waits };
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
  return file;
}

async function run(given: Arguments): Promise<number> {
  const stack = await startStack({ env: { LOG_LEVEL: 'warn' } });
  try {
    const all = await listScreens(stack);
    const screens = all.filter(({ name }) => given.screens?.includes(name) ?? true);
    if (screens.length === 0)
      throw new TypeError(
        `No screen has such a name. The screens are ${all.map(({ name }) => name).join(', ')}`,
      );
    await warm(screens, stack.baseUrl);
    const summaries = await measure(screens, stack.baseUrl, given);
    const waits = given.categories.includes('performance')
      ? await measureWaits(stack.baseUrl, given.runs)
      : undefined;
    const missed = [
      ...summaries.flatMap((summary) => misses(summary).map((words) => `${summary.screen.name}: ${words}`)),
      ...(waits ? waitMisses(waits) : []),
    ];
    const file = keep(summaries, waits, given);
    process.stdout.write(`${summaryTable(summaries)}\n\n`);
    if (waits)
      process.stdout.write(
        `Click on a link to a prefetched page: ${Math.round(waits.navigationMs)} ms\n` +
          `Longest task while a page opens, CPU slowed 4 times: ${Math.round(waits.longestTaskMs)} ms\n\n`,
      );
    process.stdout.write(
      missed.length > 0 ? `Missed:\n${missed.join('\n')}\n` : 'Every target is reached.\n',
    );
    process.stdout.write(`\nResults: ${file}\n`);
    return given.check && missed.length > 0 ? 1 : 0;
  } finally {
    await stack.stop();
  }
}

try {
  process.exitCode = await run(readArguments());
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  process.stderr.write(`${error.message}\n\n${usage}`);
  process.exitCode = 2;
}
