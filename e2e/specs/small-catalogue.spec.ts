import { resolve } from 'node:path';
import { startStack } from '@meridian/stack/stack';
import { expect, test } from '@playwright/test';
import { axeFaults } from '../support/axe-faults.ts';
import { watchConsole } from '../support/console.ts';
import { emptyParts, installProbes, overhanging, structureFaults } from '../support/layout-faults.ts';
import { openPage } from '../support/pages.ts';
import { nightly } from '../support/sampling.ts';

/** Three courses of eight fields, one trainer, no posts, testimonials, downloads or offer. */
const contentDir = resolve(import.meta.dirname, '../../apps/upstream/testing/small');
const absent = ['/blogs', '/resources', '/customer-speak'];

let site: Awaited<ReturnType<typeof startStack>>;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  site = await startStack({ env: { LOG_LEVEL: 'warn', CONTENT_DIR: contentDir } });
});
test.afterAll(() => site.stop());

async function listedPaths(): Promise<string[]> {
  const xml = await (await fetch(`${site.baseUrl}/sitemap.xml`)).text();
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => new URL(loc).pathname);
}

test('the sitemap and all links lead only to pages with content', { tag: nightly }, async () => {
  const paths = await listedPaths();
  expect(paths).toContain('/baking/sourdough-bread');
  for (const path of absent) expect(paths).not.toContain(path);
  const linked = new Set<string>();
  for (const path of paths) {
    const html = await (await fetch(site.baseUrl + path)).text();
    for (const [, href = ''] of html.matchAll(/ href="(\/[^"#]*)/g)) linked.add(href);
  }
  for (const path of absent) expect(linked).not.toContain(path);
  for (const path of linked) {
    const { status } = await fetch(site.baseUrl + path);
    expect(status, path).toBe(200);
  }
});

test('no page has empty parts or layout faults at 390 and 1280 px', { tag: nightly }, async ({ browser }) => {
  test.slow();
  const height = 900;
  const context = await browser.newContext({
    baseURL: site.baseUrl,
    viewport: { width: 390, height },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const complaints = watchConsole(page);
  const listed = await listedPaths();
  const course = listed.find((path) => path.startsWith('/baking/')) ?? '';
  const html = await (await fetch(site.baseUrl + course)).text();
  const [schedule = ''] = /\/view-schedule\/\d+/.exec(html) ?? [];
  for (const path of [...listed, ...absent, schedule, '/checkout', '/thankyou']) {
    await page.setViewportSize({ width: 390, height });
    await openPage(page, path);
    await page.evaluate(installProbes);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height });
      const place = `${path} at ${width} px`;
      expect.soft(await page.evaluate(emptyParts), `empty parts of ${place}`).toEqual([]);
      expect.soft(await page.evaluate(structureFaults), `structure of ${place}`).toEqual([]);
      expect.soft(await page.evaluate(overhanging), `width of ${place}`).toEqual([]);
      expect.soft(await axeFaults(page), `axe on ${place}`).toEqual([]);
    }
  }
  expect(complaints).toEqual([]);
  await context.close();
});
