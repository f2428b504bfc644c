import { expect, test } from '@playwright/test';
import { hydrated } from '../support/hydrated.ts';
import { standInForOtherSites } from '../support/pages.ts';

const maxScriptBytes = 1_500;

test('a visit is reported by a small script, when the page is left', async ({ page }) => {
  // The browser sends the beacon after the page is left, so the test reads the report in the page.
  await page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator);
    const made = window.Blob;
    window.Blob = class extends made {
      constructor(parts: BlobPart[] = [], options?: BlobPropertyBag) {
        super(parts, options);
        if (options?.type === 'application/json') sessionStorage.setItem('report', String(parts[0]));
      }
    };
    navigator.sendBeacon = (address, data) => {
      sessionStorage.setItem('reported to', String(address));
      return send(address, data);
    };
  });
  await standInForOtherSites(page);
  const script = page.waitForResponse(/\/count-visits-[^/]+\.js$/);
  await page.goto('/safe/safe-agilist-certification?utm_source=google&utm_campaign=safe');
  await hydrated(page);
  const { responseBodySize } = await (await script).request().sizes();
  expect(responseBodySize).toBeLessThanOrEqual(maxScriptBytes);
  await page.getByRole('button', { name: 'Download Syllabus' }).click();
  await page.getByRole('dialog').getByRole('textbox').first().focus();
  await page.goto('/contact-us');
  const kept = await page.evaluate(() => ({ ...sessionStorage }) as Record<string, string>);
  expect(kept['reported to']).toBe('/api/visits');
  const report = JSON.parse(kept.report ?? '');
  expect(report).toMatchObject({ source: 'google', campaign: 'safe' });
  expect(report.steps.map(({ step }: { step: string }) => step)).toEqual(['course_seen', 'form_opened']);
  expect(report.vitals.map(({ vital }: { vital: string }) => vital)).toEqual(
    expect.arrayContaining(['LCP', 'CLS', 'TTFB']),
  );
  const answer = await page.request.post('/api/visits', { data: report });
  expect(answer.status()).toBe(204);
});
