import { serveCatalogue } from '@meridian/ui/catalogue/server';
import { expect, type Page, test } from '@playwright/test';
import { axeFaults } from '../support/axe-faults.ts';
import { installProbes, overhanging } from '../support/layout-faults.ts';
import { nightly } from '../support/sampling.ts';

let catalogue: Awaited<ReturnType<typeof serveCatalogue>>;
test.beforeAll(async () => {
  catalogue = await serveCatalogue();
});
test.afterAll(() => catalogue?.close());

async function open(page: Page): Promise<void> {
  await page.goto(catalogue.url);
  await expect(page.getByRole('heading', { name: 'Component catalogue' })).toBeVisible();
}

/** Loads the images below the window, so that a screenshot of the whole page has them. */
async function loadImages(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const image of document.images) image.loading = 'eager';
    return Promise.all([...document.images].map((image) => image.decode()));
  });
}

/** @returns emails that are wider than their frames */
async function wideFrames(page: Page): Promise<string[]> {
  const frames = await page.locator('iframe').all();
  expect(frames.length).toBeGreaterThan(14);
  const widths = frames.map(async (frame) => {
    const excess = await frame.evaluate(({ contentDocument }: HTMLIFrameElement) => {
      const root = contentDocument?.documentElement;
      return root ? root.scrollWidth - root.clientWidth : Number.NaN;
    });
    return excess === 0 ? [] : [`${await frame.getAttribute('title')}: ${excess} px`];
  });
  return (await Promise.all(widths)).flat();
}

/** A list that is about to be replaced. Axe skips it, because its colours are pale. */
const replaced = '[aria-busy="true"]';

const views = [
  [390, 'light'],
  [1280, 'dark'],
  [390, 'dark'],
  [1280, 'light'],
] as const;

for (const [width, colorScheme] of views) {
  test.describe(`the catalogue at ${width} px, ${colorScheme}`, () => {
    test.use({ viewport: { width, height: 900 }, colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test(
      'has no fault that axe finds, and nothing overflows',
      { tag: nightly },
      async ({ page }, testInfo) => {
        await open(page);
        await loadImages(page);
        // For people. No test compares it.
        await page.screenshot({ path: testInfo.outputPath('catalogue.png'), fullPage: true });
        await page.evaluate(installProbes);
        expect(await page.evaluate(overhanging)).toEqual([]);
        expect(await wideFrames(page)).toEqual([]);
        // Nothing but the colours differs in the dark scheme.
        const rules = colorScheme === 'dark' && { rules: ['color-contrast'] };
        expect(await axeFaults(page, { ...rules, except: [replaced] })).toEqual([]);
      },
    );
  });
}

for (const [width, colorScheme] of views) {
  test.describe(`the catalogue’s dialogs and toasts at ${width} px, ${colorScheme}`, () => {
    test.use({ viewport: { width, height: 900 }, colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('have no fault that axe finds', { tag: nightly }, async ({ page }, testInfo) => {
      await open(page);
      await page.getByRole('button', { name: 'Show an error' }).click();
      await page.getByRole('button', { name: 'Open a long dialog' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expect(page.getByText('It could not be sent')).toBeVisible();
      await page.screenshot({ path: testInfo.outputPath('dialog.png') });
      expect(await axeFaults(page, { except: [replaced, 'iframe'] })).toEqual([]);
    });
  });
}

test('the catalogue shows the hover state of a button, and both colour schemes', { tag: nightly }, async ({
  page,
}) => {
  await open(page);
  const [normal, hovered] = await page
    .getByRole('region', { name: 'Button' })
    .getByRole('button', { name: 'Enrol' })
    .evaluateAll((buttons) => buttons.slice(0, 2).map((button) => getComputedStyle(button).backgroundColor));
  expect(hovered).not.toBe(normal);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByRole('radio', { name: 'dark' }).check();
  expect(await ground()).not.toBe(light);
  await page.getByRole('radio', { name: 'light' }).check();
  expect(await ground()).toBe(light);
});
