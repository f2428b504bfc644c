import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BenchError } from './bench-error.ts';
import type { DatabaseServer } from './servers/database.ts';
import type { CatalogueSize } from './servers/generated-catalogue.ts';
import { type Server, startServer } from './servers/launch.ts';
import { startBff } from './servers/product.ts';

/** A running BFF with a generated catalogue. */
export interface GeneratedSite extends CatalogueSize, AsyncDisposable {
  name: string;
  bff: Server;
}

/** Time for an idle process to release its start-up memory. */
const restMs = 2_000;

export async function startGeneratedSite(
  size: CatalogueSize,
  database: DatabaseServer,
): Promise<GeneratedSite> {
  const upstream = await startServer({
    entry: join(import.meta.dirname, 'servers/generated-upstream.ts'),
    env: { COURSES: String(size.courses), POSTS: String(size.posts) },
  });
  const bff = await startBff({
    databaseUrl: await database.create(`bff_${size.courses}`),
    upstreamUrl: upstream.url,
  });
  await sleep(restMs);
  return {
    ...size,
    name: `${size.courses} courses`,
    bff,
    async [Symbol.asyncDispose]() {
      await bff[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

/** @returns milliseconds to the end of the response. @throws BenchError for an error status */
export async function timeOf(url: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(url);
  await response.arrayBuffer();
  if (response.status !== 200) throw new BenchError('wrong_answer', `${url} answered ${response.status}`);
  return performance.now() - startedAt;
}

export const coursePath = (course: number) => {
  const folders = ['agile', 'scrum', 'project-management', 'devops', 'quality'];
  return `/${folders[course % folders.length]}/course-${course}`;
};

const visitors = 8;
/** The caches are full long before this number of pages. */
const maxPages = 500;
const sampleMs = 500;

/**
 * Crawls the menu, the site map and up to 1,000 pages.
 * @returns peak memory, and memory after a collection, in bytes; time of the site map
 */
export async function visitEverything({ courses, posts, bff }: GeneratedSite) {
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
  const paths = [
    ...numbers(Math.min(courses, maxPages)).map(coursePath),
    ...numbers(Math.min(posts, maxPages)).map((post) => `/blog/post-${post}`),
  ][Symbol.iterator]();
  await timeOf(`${bff.url}/api/cat_course`);
  const siteMapMs = await timeOf(`${bff.url}/sitemap.xml`);
  let done = false;
  let peakBytes = (await bff.usage()).rssBytes;
  const visits = Promise.all(
    Array.from({ length: visitors }, async () => {
      for (const path of paths) await timeOf(bff.url + path);
    }),
  ).finally(() => {
    done = true;
  });
  while (!done) {
    await Promise.race([visits, sleep(sampleMs)]);
    peakBytes = Math.max(peakBytes, (await bff.usage()).rssBytes);
  }
  await visits;
  const { heapBytes, rssBytes } = await bff.settledUsage();
  return { siteMapMs, peakBytes: Math.max(peakBytes, rssBytes), heapBytes, rssBytes };
}
