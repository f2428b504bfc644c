import { expect, type Page, test } from '@playwright/test';
import { delayRequests } from '../support/delay-requests.ts';
import { hydrated } from '../support/hydrated.ts';
import { coursePath } from '../support/pages.ts';
import { nightly, spread } from '../support/sampling.ts';

const scripts = '**/assets/*.js';
/** Height of the parts that stick to the window's top. Sections stop below them. */
const scrollPaddingPx = 144;

const tabs = [
  ['Overview', 'overview'],
  ['Course Curriculum', 'curriculum'],
  ['About Certification', 'about-certification'],
  ['Enroll Now', 'enroll-now'],
  ['Learning Objectives', 'learning-objectives'],
  ['Prerequisites', 'prerequisites'],
  ['FAQ', 'faq'],
] as const;

/** Selectors of parts whose code is loaded late. */
const lateParts = ['#career-growth', '#advisor'];

/**
 * Compares the heights of the late parts with their present heights in each frame from now on.
 * @returns a function that returns the smallest share
 */
async function watchHeights(page: Page): Promise<() => Promise<number>> {
  await page.evaluate((selectors) => {
    const heights = () =>
      selectors.map((selector) => document.querySelector<HTMLElement>(selector)?.offsetHeight ?? 0);
    const first = heights();
    const watch = window as unknown as { minShare: number };
    watch.minShare = 1;
    const look = () => {
      for (const [index, height] of heights().entries())
        watch.minShare = Math.min(watch.minShare, height / (first[index] || 1));
      requestAnimationFrame(look);
    };
    look();
  }, lateParts);
  return () => page.evaluate(() => (window as unknown as { minShare: number }).minShare);
}

/** @returns the distance in pixels of a section's top from its place; 0 if the page ends before */
function offPlace(page: Page, id: string): Promise<number> {
  return page.evaluate(
    ([section, padding]) => {
      const top = document.getElementById(String(section))?.getBoundingClientRect().top ?? Number.NaN;
      const atEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
      return atEnd && top > 0 && top < innerHeight ? 0 : Math.abs(top - Number(padding));
    },
    [id, scrollPaddingPx] as const,
  );
}

/** Waits until the late parts are hydrated. */
const lateCodeIsThere = (page: Page) =>
  page.waitForFunction(
    (selectors) =>
      selectors.every((selector) => {
        const control = document.querySelector(`${selector} :is(button, input)`);
        return control !== null && Object.keys(control).some((key) => key.startsWith('__reactProps'));
      }),
    lateParts,
  );

for (const width of spread([390, 1280], 0)) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    for (const [name, id] of tabs) {
      test(`the tab ${name} scrolls to its section while the code of other parts loads`, {
        tag: nightly,
      }, async ({ page }) => {
        await page.goto(coursePath);
        await hydrated(page);
        const release = await delayRequests(page, scripts);
        const minShare = await watchHeights(page);
        const strip = page.getByRole('navigation', { name: 'Course sections' });
        await strip.getByRole('link', { name, exact: true }).click();
        await expect.poll(() => offPlace(page, id)).toBeLessThan(3);
        release();
        await lateCodeIsThere(page);
        expect(await minShare()).toBeGreaterThan(0.99);
        await expect.poll(() => offPlace(page, id)).toBeLessThan(3);
        await expect(strip.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'true');
      });
    }

    test('a tab that is clicked before any code is loaded scrolls to its section, which stays in place', async ({
      page,
    }) => {
      const release = await delayRequests(page, scripts);
      await page.goto(coursePath, { waitUntil: 'commit' });
      const strip = page.getByRole('navigation', { name: 'Course sections' });
      await strip.getByRole('link', { name: 'FAQ', exact: true }).click();
      await expect.poll(() => offPlace(page, 'faq')).toBeLessThan(3);
      release();
      await lateCodeIsThere(page);
      await expect.poll(() => offPlace(page, 'faq')).toBeLessThan(3);
    });
  });
}
