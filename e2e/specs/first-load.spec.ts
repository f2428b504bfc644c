import { expect, type Page, test } from '@playwright/test';
import { checkoutPath } from '../support/checkout.ts';
import { watchConsole } from '../support/console.ts';
import { delayRequests } from '../support/delay-requests.ts';
import { hydrated } from '../support/hydrated.ts';
import { watchLayoutShifts } from '../support/layout-shifts.ts';
import { standInForOtherSites } from '../support/pages.ts';
import { routes } from '../support/routes.ts';
import { spread } from '../support/sampling.ts';
import { slowDocuments } from '../support/slow-document.ts';

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the home page shows its courses, trainers and testimonials', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.locator('#popular-courses article').count()).toBeGreaterThanOrEqual(8);
    for (const name of ['Our Expert Trainers', 'Testimonials']) {
      const section = page.locator('section').filter({ has: page.getByRole('heading', { name }) });
      expect(await section.getByRole('listitem').count()).toBeGreaterThanOrEqual(5);
    }
  });

  test('the course page shows its sections', async ({ page }) => {
    await page.goto('/safe/safe-agilist-certification');
    await expect(page.getByRole('heading', { level: 1, name: /Leading SAFe/ })).toBeVisible();
    await expect(page.locator('details').first()).toHaveAttribute('open', '');
  });

  test('a missing page is a 404', async ({ page }) => {
    for (const path of [
      '/nowhere',
      '/safe/no-such-course',
      '/blog/no-such-post/x',
      '/view-schedule/999999',
    ]) {
      const response = await page.goto(path);
      expect(response?.status(), path).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
  });

  test('an old address redirects to its new page', async ({ request }) => {
    const response = await request.get('/courses/leading-safe?utm_source=x', { maxRedirects: 0 });
    expect(response.status()).toBe(301);
    expect(response.headers().location).toBe('/safe/safe-agilist-certification?utm_source=x');
  });
});

/** Maximum number of files of a first load, not counting the document and pictures. */
const maxRequests = 18;
/** A larger font needs one more round trip, because the first flight of a new connection has ten segments. */
const firstFlightBytes = 14_000;

/** @returns the files that the page has loaded, and the times of its first paint and of its hydration */
function loaded(page: Page) {
  return page.evaluate(() => ({
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    hydratedMs: performance.getEntriesByName('hydrated')[0]?.startTime ?? Number.NaN,
    files: (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map((entry) => ({
      path: new URL(entry.name).pathname,
      startMs: entry.startTime,
      bytes: entry.encodedBodySize,
      blocking: (entry as { renderBlockingStatus?: string }).renderBlockingStatus,
    })),
  }));
}

for (const path of spread(routes, 0, 4)) {
  test(`${path} loads few files, its scripts only after the first paint, and nothing moves`, async ({
    page,
  }) => {
    const complaints = watchConsole(page);
    const nothingMoved = await watchLayoutShifts(page);
    await standInForOtherSites(page);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const response = await page.goto(path, { waitUntil: 'commit' });
      await hydrated(page);
      const { files, firstPaintMs, hydratedMs } = await loaded(page);
      // Requests after hydration, for example for seats, are not part of the first load.
      const first = files.filter(({ startMs }) => startMs < hydratedMs);
      const scripts = first.filter(({ path: file }) => file.endsWith('.js'));
      const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0);
      expect(bytes).toBeGreaterThan(10_000);
      expect(
        first.filter(({ path: file }) => !/^\/media\/|\.(?:svg|jpg)$/.test(file)).length,
      ).toBeLessThanOrEqual(maxRequests);
      const fonts = files.filter(({ path: file }) => file.endsWith('.woff2'));
      expect(fonts.length).toBeGreaterThan(0);
      for (const { path: file, bytes: size } of fonts) expect(size, file).toBeLessThan(firstFlightBytes);
      // The browser reports what blocks rendering. Scripts are requested only after the first paint.
      expect(files.filter(({ blocking }) => blocking !== 'non-blocking').map((file) => file.path)).toEqual(
        [],
      );
      expect(firstPaintMs).toBeGreaterThan(0);
      for (const { startMs } of scripts) expect(startMs).toBeGreaterThan(firstPaintMs);
      await nothingMoved();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      // The browser logs the 404 of the missing page.
      expect(complaints.filter((words) => response?.status() !== 404 || !words.includes('404'))).toEqual([]);
    }
  });
}

for (const path of ['/', '/blogs', '/safe/safe-agilist-certification', '/thankyou'])
  test(`nothing of ${path} moves when its document arrives in pieces`, async ({ page, baseURL }) => {
    const { origin, stop } = await slowDocuments(baseURL ?? '');
    await page.setViewportSize({ width: 1280, height: 900 });
    const nothingMoved = await watchLayoutShifts(page);
    await page.goto(`${origin}${path}`);
    await hydrated(page);
    await nothingMoved();
    stop();
  });

const scripts = '**/assets/*.js';

test('nothing of the checkout moves when the dates of the batch come late', async ({ page, request }) => {
  const { data } = await (await request.get('/api/course_schedule?id=101')).json();
  const [batch] = data.course_schedule;
  const path = checkoutPath({
    courseId: 101,
    courseName: 'Leading SAFe',
    batchId: batch.id,
    feeRupees: batch.discount_fee,
    seats: 2,
  });
  const nothingMoved = await watchLayoutShifts(page);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const release = await delayRequests(page, '**/api/course_schedule?*');
    await page.goto(path);
    await expect(page.getByRole('textbox', { name: 'First Name' })).toBeVisible();
    release();
    await expect(page.getByRole('option', { name: /IST$/ }).first()).toBeAttached();
    if (width > 1000) await expect(page.getByText(batch.instructor_name)).toBeVisible();
    await nothingMoved();
    await page.unrouteAll();
  }
});

test('a button that is clicked before hydration works after it', async ({ page }) => {
  const release = await delayRequests(page, scripts);
  await page.goto('/safe/safe-agilist-certification', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Download Syllabus' }).click();
  release();
  const modal = page.getByRole('dialog', { name: 'Download Syllabus' });
  await expect(modal.getByRole('textbox').first()).toBeVisible();
});

test('a form that is submitted before hydration is validated after it', async ({ page }) => {
  const release = await delayRequests(page, scripts);
  await page.goto('/contact-us', { waitUntil: 'commit' });
  const form = page.getByRole('main').locator('form');
  await form.getByLabel('First Name').fill('Asha');
  await form.getByRole('button').click();
  release();
  // The form keeps the typed value, and marks the missing values.
  await expect(form.locator('[aria-invalid=true]').first()).toBeVisible();
  await expect(form.getByLabel('First Name')).toHaveValue('Asha');
});

test.describe('a page that is prefetched', () => {
  for (const way of ['hover', 'focus'] as const) {
    test(`on ${way} is shown at the click, without a request`, async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto('/contact-us');
      await hydrated(page);
      const reads = ['blog', 'blog_category'].map((call) =>
        page.waitForResponse((response) => new URL(response.url()).pathname === `/api/${call}`),
      );
      const code = page.waitForResponse(/\/blog-list-screen-/);
      const link = page.getByRole('banner').getByRole('link', { name: 'Blogs' });
      await link[way]();
      await Promise.all([...reads, code].map(async (answer) => (await answer).finished()));
      const requested: string[] = [];
      page.on('request', (request) => {
        if (!/^(?:image|other)$/.test(request.resourceType())) requested.push(request.url());
      });
      await (way === 'focus' ? page.keyboard.press('Enter') : link.click());
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notes from practice');
      await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
      expect(requested).toEqual([]);
    });
  }
});
