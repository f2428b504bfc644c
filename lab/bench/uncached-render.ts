/** Compares the rendering of an uncached page with React's `renderToString` alone. */
import { join } from 'node:path';
import type { Read } from '@meridian/contracts/site/renderer';
import { BenchError } from './bench-error.ts';
import type { Benchmark } from './benchmark.ts';
import { alternate, type Contender } from './rounds.ts';
import { startDatabase } from './servers/database.ts';
import { startBff, startUpstream } from './servers/product.ts';
import { median, medianRatio } from './statistics.ts';
import { buildWebModules } from './web-modules.ts';

interface RenderSample {
  perSecond: number;
  cpuMicros: number;
}

const publicUrl = 'https://academy.example';
/**
 * The speed of a busy machine changes within seconds. So each round is divided into parts, and contenders alternate with
 * each part.
 */
const partsOfRound = 10;

/** Reads each answer once through the BFF's API and then from memory, like a filled cache. */
function createRead(bffUrl: string): Read {
  const answers = new Map<string, ReturnType<Read>>();
  const ask = async (name: string, body: string) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${bffUrl}/api/${name}`, { method: 'POST', headers, body });
    if (!response.ok) throw new BenchError('wrong_answer', `${name} answered ${response.status}`);
    return response.json();
  };
  return (name, request) => {
    const body = JSON.stringify(request);
    const key = `${name}?${body}`;
    const known = answers.get(key) ?? ask(name, body);
    answers.set(key, known);
    return known;
  };
}

/** Renders a page repeatedly for a given time. */
function renderContender(name: string, render: () => unknown, seconds: number): Contender<RenderSample> {
  return {
    name,
    async measure() {
      const startedAt = performance.now();
      const before = process.cpuUsage();
      const end = startedAt + seconds * 1_000;
      let pages = 0;
      while (performance.now() < end) {
        await render();
        pages += 1;
      }
      const { user, system } = process.cpuUsage(before);
      return {
        perSecond: (pages * 1_000) / (performance.now() - startedAt),
        cpuMicros: (user + system) / pages,
      };
    },
  };
}

/** @returns the path of the first course */
async function coursePath(read: Read): Promise<string> {
  const { data } = await read('cat_course', {});
  const [course] = (data ?? []) as { category_seo_slug: string; seo_slug: string }[];
  if (!course) throw new BenchError('wrong_answer', 'The catalogue has no course');
  return `/${course.category_seo_slug}/${course.seo_slug}`;
}

export const uncachedRender: Benchmark = {
  title: 'server rendering of a page whose reads are cached',
  async run({ rounds, roundSeconds, progress }) {
    await using database = await startDatabase();
    await using upstream = await startUpstream(await database.create('upstream'));
    await using bff = await startBff({
      databaseUrl: await database.create('bff'),
      upstreamUrl: upstream.url,
      measured: false,
    });
    const read = createRead(bff.url);
    progress('building the pages');
    const { render, preparePage } = await buildWebModules(join(database.dataDir, 'web'));

    const pages = { home: '/', course: await coursePath(read) };
    const partSeconds = roundSeconds / partsOfRound;
    const contenders: Contender<RenderSample>[] = [];
    for (const [page, path] of Object.entries(pages)) {
      const plain = await preparePage(path, read);
      const whole = () => render(path, { read, publicUrl, sales: { isOpen: true, since: '' } });
      if ((await whole()).html !== plain()) throw new BenchError('wrong_answer', `${path}: the trees differ`);
      contenders.push(
        renderContender(`${page}: render`, whole, partSeconds),
        renderContender(`${page}: renderToString`, plain, partSeconds),
      );
    }
    const samples = await alternate(contenders, rounds * partsOfRound);
    const of = (name: string, figure: keyof RenderSample) =>
      (samples.get(name) ?? []).map((sample) => sample[figure]);
    const ratios = Object.keys(pages).map((page) => ({
      page,
      throughput: medianRatio(of(`${page}: render`, 'perSecond'), of(`${page}: renderToString`, 'perSecond')),
      processor: medianRatio(of(`${page}: renderToString`, 'cpuMicros'), of(`${page}: render`, 'cpuMicros')),
    }));
    return {
      tables: [
        {
          title: `One page after the other, ${rounds} rounds in ${partsOfRound} parts, medians`,
          columns: ['', 'a second', 'CPU µs'],
          rows: [...samples.keys()].map((name) => [
            name,
            median(of(name, 'perSecond')),
            median(of(name, 'cpuMicros')),
          ]),
        },
        {
          title: '`render` of the site against renderToString of the same tree',
          columns: ['', 'throughput', 'processor'],
          rows: ratios.map(({ page, throughput, processor }) => [page, throughput, processor]),
        },
      ],
      targets: ratios.map(({ page, processor }) => ({
        what: `uncached render of the ${page} page, by CPU time`,
        value: processor,
        atLeast: 0.8,
      })),
      notes: ['Both produce exactly the same markup. Only `render` also chooses the style rules.'],
      samples: Object.fromEntries(samples),
    };
  },
};
