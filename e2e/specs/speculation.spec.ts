import { expect, test } from '@playwright/test';
import { hydrated } from '../support/hydrated.ts';
import { standInForOtherSites } from '../support/pages.ts';

test('a course in the menu is fetched while the pointer rests on it, and shown at the click', async ({
  page,
}) => {
  await standInForOtherSites(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/');
  await hydrated(page);
  await page.getByRole('button', { name: 'All Courses' }).hover();
  const link = page.locator('#courses-menu a').first();
  const address = await link.evaluate((element: HTMLAnchorElement) => element.href);
  const session = await page.context().newCDPSession(page);
  await session.send('Preload.enable');
  const fetched = new Promise<void>((resolve) =>
    session.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
      if (prefetchUrl === address && status === 'Ready') resolve();
    }),
  );
  await link.hover();
  await fetched;
  await link.click();
  await page.waitForURL(/-certification$/);
  const delivery = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    return (navigation as PerformanceNavigationTiming & { deliveryType?: string }).deliveryType;
  });
  expect(delivery).toBe('navigational-prefetch');
});
