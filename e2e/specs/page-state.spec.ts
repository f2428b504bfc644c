import { expect, test } from '@playwright/test';
import { watchConsole } from '../support/console.ts';
import { hydrated } from '../support/hydrated.ts';
import { coursePath, standInForOtherSites } from '../support/pages.ts';

const stateFiles = '**/page-state/**';

test('a page whose state file is gone hydrates from its own reads', async ({ page }) => {
  const complaints = watchConsole(page);
  await standInForOtherSites(page);
  await page.route(stateFiles, (route) => route.fulfill({ status: 404, json: { status: 0 } }));
  for (const [path, call] of [
    ['/', '/api/home'],
    [coursePath, '/api/course_details'],
  ] as const) {
    const read = page.waitForResponse((response) => new URL(response.url()).pathname === call);
    await page.goto(path);
    const heading = await page.getByRole('heading', { level: 1 }).textContent();
    await hydrated(page);
    await read;
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading ?? '');
  }
  // The browser logs the missing file. React logs no hydration error.
  expect(complaints.filter((words) => !words.includes('404'))).toEqual([]);
});

test('a page whose state file cannot be loaded keeps its markup, and offers a retry', async ({ page }) => {
  await standInForOtherSites(page);
  await page.route(stateFiles, (route) => route.abort());
  await page.goto(coursePath);
  const button = page.getByRole('button', { name: 'Try again' });
  await expect(button).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.unroute(stateFiles);
  await button.click();
  await hydrated(page);
  await expect(button).toBeHidden();
});
