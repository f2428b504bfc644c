import { expect, test } from '@playwright/test';
import { axeFaults, axeFaultsInBothSchemes } from '../support/axe-faults.ts';
import { watchConsole } from '../support/console.ts';
import {
  cutWords,
  installProbes,
  layoutShift,
  overhanging,
  smallTargets,
  structureFaults,
} from '../support/layout-faults.ts';
import { openPage, standInForOtherSites } from '../support/pages.ts';
import { routes } from '../support/routes.ts';
import { isFullRun } from '../support/sampling.ts';
import { watchRequests } from '../support/settled.ts';

const widths = isFullRun ? [320, 360, 390, 600, 768, 1024, 1280, 1440, 1920] : [320, 390, 768, 1024, 1920];
const height = 900;

test.use({ viewport: { width: 390, height }, contextOptions: { reducedMotion: 'reduce' } });

for (const [index, path] of routes.entries()) {
  // A normal run checks each page with axe at one width, a full run at both.
  const axeWidths = isFullRun ? [390, 1280] : [index % 2 === 0 ? 390 : 1280];
  test(`${path} fits every width and text at 200 %, has no fault that axe finds, and logs no errors`, async ({
    page,
  }) => {
    const complaints = watchConsole(page);
    const settled = watchRequests(page);
    await standInForOtherSites(page);
    await openPage(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    expect.soft(await page.evaluate(layoutShift), 'layout shift').toBe(0);
    await page.evaluate(installProbes);

    expect.soft(await page.evaluate(structureFaults), 'structure').toEqual([]);
    expect.soft(await page.evaluate(smallTargets), 'targets at 390 px').toEqual([]);
    for (const width of axeWidths) {
      await page.setViewportSize({ width, height });
      const faults = width === 390 ? await axeFaults(page) : await axeFaultsInBothSchemes(page);
      expect.soft(faults, `axe at ${width} px`).toEqual([]);
    }
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
    // Loads what appears late, for example images below the fold.
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    await settled();
    // The browser logs the 404 of the missing page.
    expect.soft(complaints.filter((words) => path !== '/nowhere' || !words.includes('404'))).toEqual([]);
  });
}
