/**
 * Measures resident memory of the BFF, started like `npm start`: one request for a page of each kind, then a minute
 * without requests.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@meridian/stack/free-port';
import { startStack } from '@meridian/stack/stack';
import { BenchError } from './bench-error.ts';
import type { Benchmark } from './benchmark.ts';
import { timeOf } from './generated-site.ts';

const restMs = 60_000;
const megabyte = 2 ** 20;
const atMost = 150;

/** Paths of the site map, one from each folder: a blog post, a schedule, a course of each category. */
async function pathsOf(url: string): Promise<string[]> {
  const siteMap = await (await fetch(`${url}/sitemap.xml`)).text();
  const all = [...siteMap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  );
  const kindOf = (path: string) => path.replace(/(?<=.\/)[^/]+$/, '');
  const paths = [...new Map(all.map((path) => [kindOf(path), path])).values()];
  if (paths.length === 0) throw new BenchError('wrong_answer', 'The site map has no page');
  return paths;
}

/** Reads the memory from the process's metrics, because a probe in the process would need memory too. */
async function residentMegabytes(metricsUrl: string): Promise<number> {
  const metrics = await (await fetch(metricsUrl)).text();
  const [, bytes] = /^process_resident_memory_bytes (\S+)$/m.exec(metrics) ?? [];
  if (bytes === undefined)
    throw new BenchError('wrong_answer', 'The metrics do not contain process_resident_memory_bytes');
  return Number(bytes) / megabyte;
}

/** Measures without a forced garbage collection, as in production. */
async function measure(env: Record<string, string>): Promise<[busy: number, atRest: number]> {
  const stack = await startStack({ env: { LOG_LEVEL: 'warn', ...env } });
  try {
    for (const path of await pathsOf(stack.baseUrl)) await timeOf(stack.baseUrl + path);
    const busy = await residentMegabytes(stack.metricsUrl);
    await sleep(restMs);
    return [busy, await residentMegabytes(stack.metricsUrl)];
  } finally {
    await stack.stop();
  }
}

export const memory: Benchmark = {
  title: 'resident memory of the BFF at rest',
  async run({ progress }) {
    progress('a minute of rest after a page of each kind');
    const site = await measure({});
    progress('the same with the console in the same process');
    const both = await measure({ CONSOLE_PORT: String(await freePort()) });
    return {
      tables: [
        {
          title: 'Memory in MB',
          columns: ['', 'just after the pages', 'a minute later'],
          rows: [
            ['site', ...site],
            ['site and console', ...both],
          ],
        },
      ],
      targets: [
        { what: 'memory at rest, site', value: site[1], unit: 'MB', atMost },
        { what: 'memory at rest, site and console', value: both[1], unit: 'MB', atMost },
      ],
    };
  },
};
