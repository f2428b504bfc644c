import { expect, test } from '@playwright/test';
import {
  cutWords,
  installProbes,
  layoutShift,
  overhanging,
  smallTargets,
  structureFaults,
} from './layout-faults.ts';
import { openPage, standInForOtherSites } from './pages.ts';
import { routes } from './routes.ts';
import { isFullRun } from './sampling.ts';

const widths = isFullRun ? [320, 360, 390, 600, 768, 1024, 1280, 1440, 1920] : [320, 390, 768, 1024, 1920];
const height = 900;

test.use({ viewport: { width: 390, height }, contextOptions: { reducedMotion: 'reduce' } });

for (const path of routes) {
  test(`${path} fits every width and text at 200 %`, async ({ page }) => {
    await standInForOtherSites(page);
    await openPage(page, path);
    expect.soft(await page.evaluate(layoutShift), 'layout shift').toBe(0);
    await page.evaluate(installProbes);

    expect.soft(await page.evaluate(structureFaults), 'structure').toEqual([]);
    expect.soft(await page.evaluate(smallTargets), 'targets at 390 px').toEqual([]);
    for (const width of widths) {
      await page.setViewportSize({ width, height });
      expect.soft(await page.evaluate(overhanging), `at ${width} px`).toEqual([]);
    }
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height });
      expect.soft(await page.evaluate(overhanging), `text at 200 % and ${width} px`).toEqual([]);
      expect.soft(await page.evaluate(cutWords), `cut at 200 % and ${width} px`).toEqual([]);
    }
  });
}
