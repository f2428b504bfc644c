/** Injects one fault after another under load, then compares the records. */
import { setTimeout as sleep } from 'node:timers/promises';
import { clientOf } from '../payments/client.ts';
import { createRandom } from '../random.ts';
import { readBooks } from './books.ts';
import type { Event } from './events.ts';
import { faults, type Scene } from './faults.ts';
import { type Rates, startLoad } from './load.ts';
import { type Figures, figuresOf, type Span, violationsOf } from './result.ts';

export interface TrialPlan {
  rates: Rates;
  /** Names of {@link faults}, in order. */
  faults: readonly string[];
  /** Time with load and without a fault, before the first fault and after each. */
  calmMs: number;
  /** Max time to wait for deliveries and bookings at the end. */
  quietMs: number;
  /** No fault begins later than this after the first calm. */
  withinMs: number;
  seed: number;
}

export interface Trial {
  figures: Figures[];
  violations: string[];
}

const courseId = 101;
const wholeTimeoutMs = 180_000;
const paths = [
  '/',
  '/about-us',
  '/blogs',
  '/contact-us',
  '/api/header',
  `/api/course_schedule?id=${courseId}`,
];

export async function playTrial(
  scene: Scene,
  plan: TrialPlan,
  print: (line: string) => void,
): Promise<Trial> {
  const { cluster, product, signal } = scene;
  const client = clientOf({ ...product.stack, baseUrl: product.siteUrl });
  const events: Event[] = [];
  const spans: Span[] = [];
  let current = 'calm';
  const visitors = {
    siteUrl: product.siteUrl,
    client,
    batches: await client.batchesOf(courseId),
    random: createRandom(plan.seed),
    events,
  };
  // Both replicas cache each page before the first fault: the proxy alternates between them.
  for (const path of paths.flatMap((path) => [path, path]))
    await (await fetch(product.siteUrl + path)).text();
  const load = startLoad(visitors, { rates: plan.rates, paths, fault: () => current });
  const calm = () => sleep(plan.calmMs, undefined, { signal });
  const begin = (fault: string, times: Pick<Span, 'beganAt' | 'overAt'>) => {
    const former = spans.at(-1);
    if (former) former.endsAt = times.beganAt;
    spans.push({ fault, ...times, endsAt: Number.POSITIVE_INFINITY });
  };
  let endedEarly: string[] = [];
  try {
    begin('calm', { beganAt: performance.now(), overAt: performance.now() });
    await calm();
    const lastAt = performance.now() + plan.withinMs;
    for (const name of plan.faults) {
      if (performance.now() > lastAt) break;
      const inject = faults[name];
      if (!inject) throw new TypeError(`unknown fault: ${name}`);
      print(name);
      current = name;
      const { mend, ...times } = await inject(scene);
      begin(name, times);
      print(`  writes must be possible after ${((times.overAt - times.beganAt) / 1_000).toFixed(1)} s`);
      await calm();
      await mend();
      await cluster.whole(wholeTimeoutMs);
      print(`  all members run after ${((performance.now() - times.beganAt) / 1_000).toFixed(1)} s`);
      await calm();
    }
  } catch (error) {
    signal.throwIfAborted();
    endedEarly = [`${current}: ${error instanceof Error ? error.message : error}`];
  } finally {
    await load.stop();
  }
  print('the load has ended');
  const books = await readBooks(cluster, product, load, { timeoutMs: plan.quietMs, signal });
  print(`all work done after ${(books.settledAfterMs / 1_000).toFixed(0)} s`);
  const figures = spans.map((span) => figuresOf(span, events, load, books));
  return { figures, violations: [...endedEarly, ...violationsOf(figures, events, books)] };
}
