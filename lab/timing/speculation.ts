/**
 * Measures the time that speculation rules save at a link of the menu, and the upstream calls that they
 * cause.
 */
import type { Browser } from '@playwright/test';
import { hydrated } from '../../e2e/support/hydrated.ts';
import { standInForOtherSites } from '../../e2e/support/pages.ts';

/** One visit: hovers over links of the menu, and opens the last of them. */
export interface Speculation {
  /** Milliseconds from the click to the first paint of the course. */
  clickToPaintMs: number;
  /** Number of upstream calls after the first page of the visit is open. */
  upstreamCalls: number;
}

export interface Speculations {
  withRules: Speculation[];
  withoutRules: Speculation[];
}

/** Milliseconds of hovering over a link: longer than the browser's delay before it fetches a page. */
const restMs = 450;
/** Number of courses that a visitor hovers over. The last of them is opened. */
export const looks = 3;
/** Token for purges. A purge before each visit empties the caches, as after a change of content. */
export const opsToken = 'timing-ops-token-of-at-least-32-characters';
/** Milliseconds that a phone's network adds to each answer. */
const networkMs = 150;

async function upstreamCalls(metricsUrl: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  return [...text.matchAll(/^upstream_call_duration_seconds_count\{.*\} (\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
}

async function purge(baseUrl: string): Promise<void> {
  const response = await fetch(`${baseUrl}/api/cache/purge`, {
    method: 'POST',
    headers: { authorization: `Bearer ${opsToken}`, 'content-type': 'application/json' },
    body: '{}',
  });
  if (!response.ok) throw new Error(`the purge was answered with ${response.status}`);
}

async function visit(
  browser: Browser,
  stack: { baseUrl: string; metricsUrl: string },
  turn: number,
  rules: boolean,
): Promise<Speculation> {
  await purge(stack.baseUrl);
  const context = await browser.newContext({
    baseURL: stack.baseUrl,
    viewport: { width: 1280, height: 900 },
  });
  const page = await context.newPage();
  await standInForOtherSites(page);
  // If the browser cannot read the rules, it behaves as without rules.
  if (!rules) await page.route('**/speculation-rules.json', (route) => route.abort());
  await page.goto('/');
  await hydrated(page);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: networkMs,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  const before = await upstreamCalls(stack.metricsUrl);
  await page.getByRole('button', { name: 'All Courses' }).hover();
  const links = page.locator('#courses-menu a').filter({ visible: true });
  await links.first().waitFor();
  const count = await links.count();
  for (let look = 0; look < looks; look += 1) {
    await links.nth((turn * looks + look) % count).hover();
    await page.waitForTimeout(restMs);
  }
  const clickedAt = Date.now();
  const opened = links.nth((turn * looks + looks - 1) % count);
  const path = (await opened.getAttribute('href')) ?? '';
  await opened.click();
  await page.waitForURL((url) => url.pathname === path);
  const paintedAt = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const paint = list.getEntriesByName('first-contentful-paint')[0];
          if (paint) resolve(performance.timeOrigin + paint.startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
  await page.waitForLoadState('networkidle');
  const after = await upstreamCalls(stack.metricsUrl);
  await context.close();
  return { clickToPaintMs: paintedAt - clickedAt, upstreamCalls: after - before };
}

/** @param samples number of visits with rules, and as many without, in turn */
export async function measureSpeculation(
  browser: Browser,
  stack: { baseUrl: string; metricsUrl: string },
  samples: number,
): Promise<Speculations> {
  const results: Speculations = { withRules: [], withoutRules: [] };
  for (let turn = 0; turn < samples; turn += 1) {
    results.withRules.push(await visit(browser, stack, turn, true));
    results.withoutRules.push(await visit(browser, stack, turn, false));
  }
  return results;
}
