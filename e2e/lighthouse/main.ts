/**
 * Lighthouse's mobile preset over every screen of the site: `pnpm lighthouse`. It starts the whole product from its
 * bundles, looks at each screen several times in alternating rounds, prints the medians and keeps them as JSON.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startStack } from '@meridian/stack/stack';
import { startBrowser } from './browser.ts';
import { type Category, categories, type Look, look } from './measure.ts';
import { measureWaits, type Waits } from './navigation.ts';
import { listScreens, type Screen } from './screens.ts';
import { misses, type ScreenSummary, summarise, summaryTable, waitMisses } from './summary.ts';

const usage = `pnpm lighthouse [--check] [--runs 3] [--screens /,/blogs] [--categories ${categories.join()}]

--check       ends with status 1 where a screen misses a target
--runs        looks at each screen; the median counts
--screens     names of screens, with commas between; all without it
--categories  of Lighthouse; all without it
`;

interface Wishes {
  check: boolean;
  runs: number;
  screens?: string[];
  categories: Category[];
}

const isCategory = (name: string): name is Category => (categories as readonly string[]).includes(name);

/** @throws TypeError for wishes that cannot be read */
function readWishes(): Wishes {
  const { values } = parseArgs({
    options: {
      check: { type: 'boolean', default: false },
      runs: { type: 'string', default: '3' },
      screens: { type: 'string' },
      categories: { type: 'string', default: categories.join() },
    },
  });
  const runs = Number(values.runs);
  const wanted = values.categories.split(',');
  if (!Number.isInteger(runs) || runs < 1) throw new TypeError(`--runs ${values.runs} is no number of looks`);
  if (!wanted.every(isCategory)) throw new TypeError(`--categories ${values.categories}: not all are known`);
  return { check: values.check, runs, screens: values.screens?.split(','), categories: wanted };
}

/** Has every page made and compressed, as it is for all but the first visitor. */
async function warm(screens: readonly Screen[], baseUrl: string): Promise<void> {
  for (const { path } of screens) await (await fetch(baseUrl + path)).arrayBuffer();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
}

async function measure(
  screens: readonly Screen[],
  baseUrl: string,
  wishes: Wishes,
): Promise<ScreenSummary[]> {
  const looks = new Map<Screen, Look[]>(screens.map((screen) => [screen, []]));
  const browser = await startBrowser();
  try {
    // The first look at any page pays for the start of the browser.
    await look(`${baseUrl}/`, { port: browser.port, categories: ['performance'] });
    for (let round = 1; round <= wishes.runs; round += 1) {
      for (const screen of screens) {
        process.stderr.write(`\rround ${round} of ${wishes.runs}: ${screen.name}\u001b[K`);
        const options = { port: browser.port, categories: wishes.categories, missing: screen.missing };
        looks.get(screen)?.push(await look(baseUrl + screen.path, options));
      }
    }
  } finally {
    process.stderr.write('\r\u001b[K');
    await browser.close();
  }
  return screens.map((screen) => summarise(screen, looks.get(screen) ?? []));
}

function keep(summaries: readonly ScreenSummary[], waits: Waits | undefined, wishes: Wishes): string {
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}.json`);
  const [cpu] = cpus();
  const machine = { cpu: cpu?.model, cores: cpus().length, node: process.version };
  const kept = { machine, runs: wishes.runs, screens: summaries, waits };
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
  return file;
}

async function run(wishes: Wishes): Promise<number> {
  const stack = await startStack({ env: { LOG_LEVEL: 'warn' } });
  try {
    const all = await listScreens(stack);
    const screens = all.filter(({ name }) => wishes.screens?.includes(name) ?? true);
    if (screens.length === 0)
      throw new TypeError(`The screens are ${all.map(({ name }) => name).join(', ')}`);
    await warm(screens, stack.baseUrl);
    const summaries = await measure(screens, stack.baseUrl, wishes);
    const waits = wishes.categories.includes('performance')
      ? await measureWaits(stack.baseUrl, wishes.runs)
      : undefined;
    const missed = [
      ...summaries.flatMap((summary) => misses(summary).map((words) => `${summary.screen.name}: ${words}`)),
      ...(waits ? waitMisses(waits) : []),
    ];
    const file = keep(summaries, waits, wishes);
    process.stdout.write(`${summaryTable(summaries)}\n\n`);
    if (waits)
      process.stdout.write(
        `A link to a page that is there: ${Math.round(waits.navigationMs)} ms\n` +
          `Longest task while a page opens, CPU slowed 4 times: ${Math.round(waits.longestTaskMs)} ms\n\n`,
      );
    process.stdout.write(
      missed.length > 0 ? `Missed:\n${missed.join('\n')}\n` : 'Every target is reached.\n',
    );
    process.stdout.write(`\nKept in ${file}\n`);
    return wishes.check && missed.length > 0 ? 1 : 0;
  } finally {
    await stack.stop();
  }
}

try {
  process.exitCode = await run(readWishes());
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  process.stderr.write(`${error.message}\n\n${usage}`);
  process.exitCode = 2;
}
