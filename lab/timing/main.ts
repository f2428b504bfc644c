/**
 * `pnpm lab timing`: measures how fast pages open and respond, on an otherwise idle machine. Starts the product from its
 * bundles, prints a table and writes JSON.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startStack } from '@meridian/stack/stack';
import { chromium } from '@playwright/test';
import { chromiumArgs, findChromium } from '../../e2e/support/chromium.ts';
import { listScreens } from '../../e2e/support/lighthouse/screens.ts';
import { textTable } from '../lighthouse/summary.ts';
import { measureInteractions } from './interactions.ts';
import { measurePaints } from './paint.ts';
import { interactionRows, paintRows, type Report, type Row, speculationRows, taskRows } from './report.ts';
import { measureSpeculation, opsToken } from './speculation.ts';
import { type OpeningTasks, openTraced } from './tasks.ts';

const parts = ['interactions', 'tasks', 'paint', 'speculation'] as const;
const usage = `pnpm lab timing [--check] [--parts ${parts.join()}] [--looks 9] [--samples 20] [--screens /,/blogs]

--check    exit status 1 if a target is missed
--parts    measurements, separated by commas (default: all)
--looks    for tasks and paint: number of measurements of each screen (default 9); the median counts
--samples  for interactions: number of measurements of each (default 20); the 95th percentile counts
           for speculation: number of visits with rules, and as many without
--screens  for tasks: names of screens, separated by commas (default: all)
`;

interface Arguments {
  check: boolean;
  parts: readonly string[];
  looks: number;
  samples: number;
  screens: string[] | undefined;
}

/** @throws TypeError for invalid arguments */
function readArguments(): Arguments {
  const { values } = parseArgs({
    options: {
      check: { type: 'boolean', default: false },
      parts: { type: 'string', default: parts.join() },
      looks: { type: 'string', default: '9' },
      samples: { type: 'string', default: '20' },
      screens: { type: 'string' },
    },
  });
  const requested = values.parts.split(',');
  const [looks, samples] = [Number(values.looks), Number(values.samples)];
  if (!requested.every((part) => (parts as readonly string[]).includes(part)))
    throw new TypeError(`--parts ${values.parts}: not all of these exist`);
  if (!(looks >= 1) || !(samples >= 1))
    throw new TypeError('--looks and --samples need numbers of at least 1');
  return { check: values.check, parts: requested, looks, samples, screens: values.screens?.split(',') };
}

async function run(given: Arguments): Promise<number> {
  const stack = await startStack({ env: { LOG_LEVEL: 'warn', OPS_TOKEN: opsToken } });
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...chromiumArgs],
  });
  const { baseUrl } = stack;
  const progress = (words: string) => process.stderr.write(`\r${words}\u001b[K`);
  const report: Report = {};
  let isComplete = true;
  /** If a part fails, the results of the other parts are kept. */
  async function part(name: string, measure: () => Promise<void>): Promise<void> {
    if (!given.parts.includes(name)) return;
    progress(name);
    try {
      await measure();
    } catch (error) {
      isComplete = false;
      process.stderr.write(`\n${name}: ${error instanceof Error ? error.stack : error}\n`);
    }
  }
  try {
    const all = await listScreens(stack);
    const screens = all.filter(({ name }) => given.screens?.includes(name) ?? true);
    for (const { path } of all) await (await fetch(baseUrl + path)).arrayBuffer();
    await part('tasks', async () => {
      const tasks = new Map<string, OpeningTasks[]>(screens.map(({ name }) => [name, []]));
      for (let look = 1; look <= given.looks; look += 1)
        for (const { name, path } of screens) {
          progress(`look ${look} of ${given.looks}: ${name}`);
          tasks.get(name)?.push(await openTraced(browser, baseUrl + path));
        }
      report.tasks = Object.fromEntries(tasks);
    });
    await part('interactions', async () => {
      report.interactions = Object.fromEntries(await measureInteractions(browser, baseUrl, given.samples));
    });
    await part('paint', async () => {
      report.paints = Object.fromEntries(await measurePaints(browser, baseUrl, given.looks));
    });
    await part('speculation', async () => {
      report.speculations = await measureSpeculation(browser, stack, given.samples);
    });
  } finally {
    progress('');
    await browser.close();
    await stack.stop();
  }
  const rows: Row[] = [
    ...taskRows(report),
    ...interactionRows(report),
    ...paintRows(report),
    ...speculationRows(report),
  ];
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}.json`);
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  const missed = rows.filter(({ isReached }) => !isReached);
  const cells = rows.map(({ what, value, target, isReached }) => [
    what,
    value,
    target,
    isReached ? 'reached' : 'missed',
  ]);
  process.stdout.write(`${textTable([['what', 'measured', 'target', ''], ...cells])}\n\nResults: ${file}\n`);
  return !isComplete || (given.check && missed.length > 0) ? 1 : 0;
}

try {
  process.exitCode = await run(readArguments());
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  process.stderr.write(`${error.message}\n\n${usage}`);
  process.exitCode = 2;
}
