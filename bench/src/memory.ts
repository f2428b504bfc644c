/** Resident memory of the BFF at rest, after a page of each kind was asked for once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { BenchError } from './bench-error.ts';
import type { Benchmark } from './benchmark.ts';
import { timeOf } from './generated-site.ts';
import { startDatabase } from './servers/database.ts';
import { startBff, startUpstream } from './servers/product.ts';

const restMs = 60_000;
const megabyte = 2 ** 20;

/** Paths of the site map, one of each folder: a blog post, a schedule, a course of each category. */
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

export const memory: Benchmark = {
  title: 'resident memory of the BFF at rest',
  async run({ progress }) {
    await using database = await startDatabase();
    await using upstream = await startUpstream(await database.create('upstream'));
    await using bff = await startBff({
      databaseUrl: await database.create('bff'),
      upstreamUrl: upstream.url,
      measured: false,
    });
    const paths = await pathsOf(bff.url);
    for (const path of paths) await timeOf(bff.url + path);
    const { rssBytes: busy } = await bff.usage();
    progress(`a minute of rest after ${paths.length} pages`);
    await sleep(restMs);
    // Without a collection on request: an operator has none either.
    const { rssBytes: atRest } = await bff.usage();
    return {
      tables: [
        {
          title: `Memory in MB, ${paths.length} pages`,
          columns: ['', 'MB'],
          rows: [
            ['just after the pages', busy / megabyte],
            ['a minute later', atRest / megabyte],
          ],
        },
      ],
      targets: [{ what: 'memory at rest', value: atRest / megabyte, unit: 'MB', atMost: 150 }],
    };
  },
};
