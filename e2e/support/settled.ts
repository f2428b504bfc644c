import { expect, type Page, type Request } from '@playwright/test';

const paintTwice = () =>
  new Promise<void>((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))),
  );

/**
 * Waits until the page has painted twice. Requests that depend on its scroll position or state have then
 * started. A page whose script is missing may reload meanwhile.
 */
export async function painted(page: Page): Promise<void> {
  for (;;)
    try {
      return await page.evaluate(paintTwice);
    } catch (error) {
      if (!String(error).includes('Execution context was destroyed')) throw error;
      await page.waitForLoadState();
    }
}

/**
 * Watches the page's requests from now on.
 * @returns a function that waits until no request is in progress and the following paint starts none
 */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let begun = 0;
  page.on('request', (request) => {
    begun += 1;
    open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return async () => {
    let before: number;
    do {
      before = begun;
      await painted(page);
      await expect.poll(() => open.size, { intervals: [20] }).toBe(0);
      await painted(page);
    } while (open.size > 0 || begun > before);
  };
}
