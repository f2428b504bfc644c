import type { Page } from '@playwright/test';

/** Holds the requests that match a pattern. @returns a function that lets them continue */
export async function delayRequests(page: Page, address: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
