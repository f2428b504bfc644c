import type { Page } from '@playwright/test';

/** Keeps back what the page asks for. @returns what lets it come */
export async function hold(page: Page, address: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
