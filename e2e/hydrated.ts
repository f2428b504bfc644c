import type { Page } from '@playwright/test';

/** Waits until the page's code has taken over from its markup. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('hydrated').length > 0);
}
