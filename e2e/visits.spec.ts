import { expect, test } from '@playwright/test';
import { hydrated } from './hydrated.ts';
import { standInForOtherSites } from './pages.ts';

const maxScriptBytes = 1_500;

test('21 a visit is reported by a small script, once the page is left', async ({ page, context }) => {
  await standInForOtherSites(page);
  const script = page.waitForResponse(/\/count-visits-[^/]+\.js$/);
  await page.goto('/safe/safe-agilist-certification?utm_source=google&utm_campaign=safe');
  await hydrated(page);
  const { responseBodySize } = await (await script).request().sizes();
  expect(responseBodySize).toBeLessThanOrEqual(maxScriptBytes);
  await page.getByRole('button', { name: 'Download Syllabus' }).click();
  await page.getByRole('dialog').getByRole('textbox').first().focus();
  const reported = context.waitForEvent('request', (request) => request.url().endsWith('/api/visits'));
  await page.goto('/contact-us');
  const request = await reported;
  expect(await request.headerValue('cookie')).toBeNull();
  const report = request.postDataJSON();
  expect(report).toMatchObject({ source: 'google', campaign: 'safe' });
  expect(report.steps.map(({ step }: { step: string }) => step)).toEqual(['course_seen', 'form_opened']);
  expect(report.vitals.map(({ vital }: { vital: string }) => vital)).toEqual(
    expect.arrayContaining(['LCP', 'CLS', 'TTFB']),
  );
});
