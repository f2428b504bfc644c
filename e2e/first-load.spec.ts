import { expect, test } from '@playwright/test';
import { watchConsole } from './console.ts';

const pages = ['/', '/safe/safe-agilist-certification', '/view-schedule/101', '/checkout', '/thankyou'];

/** Bytes of script, as sent, that any page may load at first. */
const scriptBudgetBytes = 115_000;

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

  test('a page that is not there says so, with its status', async ({ page }) => {
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

  test('an old address leads to the page that took its place', async ({ request }) => {
    const response = await request.get('/courses/leading-safe?utm_source=x', { maxRedirects: 0 });
    expect(response.status()).toBe(301);
    expect(response.headers().location).toBe('/safe/safe-agilist-certification?utm_source=x');
  });
});

for (const path of pages) {
  test(`${path} hydrates without a complaint, within its budget, and nothing moves`, async ({ page }) => {
    const complaints = watchConsole(page);
    const scripts: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (request.resourceType() !== 'script') return;
      scripts.push(request.sizes().then((sizes) => sizes.responseBodySize));
    });
    await page.addInitScript(() => {
      const shifts = window as unknown as { layoutShift: number };
      shifts.layoutShift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.layoutShift += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(path, { waitUntil: 'load' });
    const atLoad = await Promise.all(scripts);
    await page.waitForLoadState('networkidle');
    expect(complaints).toEqual([]);
    const bytes = atLoad.reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(scriptBudgetBytes);
    expect(
      await page.evaluate(() => (window as unknown as { layoutShift: number }).layoutShift),
    ).toBeLessThan(0.01);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}
