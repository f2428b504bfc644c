/** Visits of the soak test. Each visit checks its answer. */
import { BenchError } from './bench-error.ts';
import { createLeadBodies } from './lead-bodies.ts';
import { timeoutMs, type Visit } from './visitors.ts';

export interface SoakVisits {
  document: Visit;
  read: Visit;
  lead: Visit;
  /** Number of leads that were answered with a success. */
  thanked: () => number;
  /** Requests every page and read once, because only cached content survives faults of the upstream. */
  warmUp: () => Promise<void>;
}

const courses = '/api/cat_course';

/** Reads with and without arguments, including those of a single course. */
async function findReads(baseUrl: string): Promise<string[]> {
  const { data } = (await (await fetch(baseUrl + courses)).json()) as { data: { seo_slug: string }[] };
  const [course] = data;
  if (!course) throw new BenchError('wrong_answer', 'The catalogue has no course');
  return ['/api/home', '/api/header', courses, `/api/course_details?seo_slug=${course.seo_slug}`];
}

function createTurner<Item>(items: readonly Item[]): () => Item {
  let turn = 0;
  return () => {
    const item = items[turn % items.length];
    if (item === undefined) throw new BenchError('wrong_answer', 'The site map names no page');
    turn += 1;
    return item;
  };
}

async function get(url: string): Promise<string | undefined> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  const text = await response.text();
  if (response.status !== 200) return `${new URL(url).pathname}: HTTP ${response.status}`;
  return text.length > 0 ? undefined : `${new URL(url).pathname}: empty`;
}

/** @param baseUrl a BFF whose upstream has no faults yet */
export async function createSoakVisits(baseUrl: string): Promise<SoakVisits> {
  const siteMap = await (await fetch(`${baseUrl}/sitemap.xml`)).text();
  const pages = [...siteMap.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path]) => path || '/');
  const nextPage = createTurner(pages);
  const reads = await findReads(baseUrl);
  const nextRead = createTurner(reads);
  const nextBody = createLeadBodies();
  let thanks = 0;

  async function lead(): Promise<string | undefined> {
    const response = await fetch(`${baseUrl}/api/contact_us`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: nextBody(),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { status } = (await response.json()) as { status: number };
    // The injected faults never refuse a lead, so every lead gets a success.
    if (response.status !== 200 || status !== 1) return `lead: HTTP ${response.status}, status ${status}`;
    thanks += 1;
    return undefined;
  }

  return {
    document: () => get(baseUrl + nextPage()),
    read: () => get(baseUrl + nextRead()),
    lead,
    thanked: () => thanks,
    async warmUp() {
      for (const path of [...pages, ...reads]) {
        const fault = await get(baseUrl + path);
        if (fault !== undefined) throw new BenchError('wrong_answer', fault);
      }
    },
  };
}
