/** Measures reads, pages, memory and start of a BFF with 16, 1,000 and 10,000 courses. */
import type { Benchmark } from './benchmark.ts';
import {
  coursePath,
  type GeneratedSite,
  startGeneratedSite,
  timeOf,
  visitEverything,
} from './generated-site.ts';
import { sendLoad } from './load.ts';
import type { Target } from './report.ts';
import { alternate } from './rounds.ts';
import { startDatabase } from './servers/database.ts';
import { median, medianRatio } from './statistics.ts';

const small = { courses: 16, posts: 30 };
const medium = { courses: 1_000, posts: 3_000 };
const large = { courses: 10_000, posts: 30_000 };

const cachedPaths: Record<string, string> = {
  'home, read': '/api/home',
  'course, read': '/api/course_details?seo_slug=course-7',
  'blog, read': '/api/blog',
  'schedule, read': '/api/course_schedule?id=7',
  'home, page': '/',
  'course, page': coursePath(7),
};

/** Uncached paths. Each number is used only once. */
const uncachedPaths: Record<string, (number: number) => string> = {
  'schedule, 6 batches': (number) => `/api/course_schedule?id=${number}&offset=6`,
  'questions, 4 items': (number) => `/api/add_more_course_faq?course_id=${number}&offset=4`,
  'blog, 12 posts': (number) => `/api/blog?search_val=word${number}&offset=12`,
  'course, whole': (number) => `/api/course_details?seo_slug=course-${number}`,
  'course page, rendered': coursePath,
};
const paged = ['schedule, 6 batches', 'questions, 4 items', 'blog, 12 posts'];

const megabyte = 2 ** 20;
const connections = 10;

/** Measures the sites in turn, so that disturbances affect all of them. @returns a function with the samples of a site */
async function measure(
  sites: readonly GeneratedSite[],
  rounds: number,
  time: (site: GeneratedSite) => Promise<number>,
) {
  const contenders = sites.map((site) => ({ name: site.name, measure: () => time(site) }));
  const samples = await alternate(contenders, rounds);
  return (site: GeneratedSite) => samples.get(site.name) ?? [];
}

export const growth: Benchmark = {
  title: 'catalogues of 16, 1,000 and 10,000 courses, 30 to 30,000 posts',
  async run({ rounds, roundSeconds, progress }) {
    await using database = await startDatabase();
    await using min = await startGeneratedSite(small, database);
    await using middle = await startGeneratedSite(medium, database);
    await using max = await startGeneratedSite(large, database);
    const sites = [min, middle, max];
    const targets: Target[] = [];

    progress('uncached reads');
    const uncachedRows: (string | number)[][] = [];
    const requests = Math.floor(medium.courses / 3 / (rounds + 1));
    for (const [name, pathOf] of Object.entries(uncachedPaths)) {
      // The smallest site does not have enough uncached paths.
      const compared = [middle, max];
      const next = new Map(compared.map((site) => [site, 1]));
      const samples = await measure(compared, rounds, async (site) => {
        const first = next.get(site) ?? 1;
        next.set(site, first + requests);
        const timesMs: number[] = [];
        for (let number = first; number < first + requests; number += 1)
          timesMs.push(await timeOf(site.bff.url + pathOf(number)));
        return median(timesMs);
      });
      const ratio = medianRatio(samples(max), samples(middle));
      uncachedRows.push([name, median(samples(middle)), median(samples(max)), ratio]);
      if (paged.includes(name))
        targets.push({ what: `uncached ${name}, 10,000 against 1,000`, value: ratio, atMost: 1.5 });
    }

    const idle = new Map<GeneratedSite, number>();
    const full = new Map<GeneratedSite, Awaited<ReturnType<typeof visitEverything>>>();
    for (const site of sites) {
      idle.set(site, (await site.bff.settledUsage()).rssBytes);
      progress(`pages of ${site.name}`);
      full.set(site, await visitEverything(site));
    }

    progress('cached reads');
    const cachedRows: (string | number)[][] = [];
    for (const [name, path] of Object.entries(cachedPaths)) {
      const samples = await measure(sites, rounds, async ({ bff }) => {
        const url = bff.url + path;
        await timeOf(url);
        return (await sendLoad({ url, seconds: roundSeconds, connections })).p50Ms;
      });
      const ratio = medianRatio(samples(max), samples(min));
      cachedRows.push([name, ...sites.map((site) => median(samples(site))), ratio]);
      targets.push({ what: `cached ${name}, 10,000 against 16`, value: ratio, atMost: 1.1 });
    }

    const menuRow: (string | number)[] = ['menu, cached'];
    for (const { bff } of sites) {
      const times = [];
      for (let round = 0; round <= rounds; round += 1) times.push(await timeOf(`${bff.url}/api/cat_course`));
      menuRow.push(median(times.slice(1)));
    }
    menuRow.push((Number(menuRow.at(-1)) || 0) / (Number(menuRow[1]) || 1));

    const peak = (full.get(max)?.peakBytes ?? Number.NaN) / megabyte;
    targets.push({ what: 'peak memory with 10,000 courses', value: peak, unit: 'MB', atMost: 300 });
    const names = sites.map(({ name }) => name);
    return {
      tables: [
        {
          title: `Cached, p50 in ms at ${connections} connections`,
          columns: ['', ...names, 'largest to smallest'],
          rows: [...cachedRows, menuRow],
        },
        {
          title: 'Uncached, p50 in ms, one after the other',
          columns: ['', middle.name, max.name, 'ratio'],
          rows: uncachedRows,
        },
        {
          title: 'Start and site map in ms, memory in MB',
          columns: ['', ...names],
          rows: [
            ['start', ...sites.map(({ bff }) => bff.startMs)],
            ['site map, generated', ...sites.map((site) => full.get(site)?.siteMapMs ?? 0)],
            ['before the first page', ...sites.map((site) => (idle.get(site) ?? 0) / megabyte)],
            [
              'peak while up to 1,000 pages are requested',
              ...sites.map((site) => (full.get(site)?.peakBytes ?? 0) / megabyte),
            ],
            ['afterwards', ...sites.map((site) => (full.get(site)?.rssBytes ?? 0) / megabyte)],
            ['of which heap', ...sites.map((site) => (full.get(site)?.heapBytes ?? 0) / megabyte)],
          ],
        },
      ],
      targets,
      notes: [
        'The answer of the menu lists all courses, so its time grows with the catalogue. Pages do not contain it.',
      ],
    };
  },
};
