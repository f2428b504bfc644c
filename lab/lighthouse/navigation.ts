import { chromium, type Page } from '@playwright/test';
import { chromiumArgs, findChromium } from '../../e2e/support/chromium.ts';
import { hydrated } from '../../e2e/support/hydrated.ts';
import { median } from './median.ts';

/** Median waiting times of a visitor, in milliseconds. */
export interface Waits {
  /** From the click on a link to the frame with its page, which is prefetched. */
  navigationMs: number;
  /** Longest task while the home page and a course page open, with the CPU slowed 4 times. */
  longestTaskMs: number;
}

const coursePath = '/safe/safe-agilist-certification';

/** Clicks a link of the header after its page is prefetched. @returns milliseconds until the page is shown */
async function timeNavigation(page: Page, link: string): Promise<number> {
  const before = await page.getByRole('heading', { level: 1 }).textContent();
  const locator = page.getByRole('banner').getByRole('link', { name: link, exact: true });
  await locator.hover();
  await page.waitForLoadState('networkidle');
  const waitedMs = await locator.evaluate(async (element, heading) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const start = performance.now();
    (element as HTMLAnchorElement).click();
    while (document.querySelector('h1')?.textContent === heading) await frame();
    // The current frame is shown when the next one starts.
    await frame();
    return performance.now() - start;
  }, before);
  return waitedMs;
}

async function longestTask(page: Page, url: string): Promise<number> {
  await page.goto(url);
  await hydrated(page);
  // Includes tasks right after the load event.
  await page.waitForTimeout(500);
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const longest = (entries: PerformanceEntryList) => Math.max(0, ...entries.map((e) => e.duration));
        const observer = new PerformanceObserver((list) => resolve(longest(list.getEntries())));
        observer.observe({ type: 'longtask', buffered: true });
        // Without an entry, the observer never calls back.
        setTimeout(() => resolve(0), 200);
      }),
  );
}

/** @param runs number of measurements of each; the result is the median */
export async function measureWaits(baseUrl: string, runs: number): Promise<Waits> {
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...chromiumArgs],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${baseUrl}/contact-us`);
    await hydrated(page);
    const navigations: number[] = [];
    for (let run = 0; run < runs; run += 1)
      for (const link of ['Blogs', 'Corporate', 'Home']) navigations.push(await timeNavigation(page, link));

    const phone = await browser.newPage({ viewport: { width: 412, height: 823 }, isMobile: true });
    const session = await phone.context().newCDPSession(phone);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const tasks: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const longest = [];
      for (const path of ['/', coursePath]) longest.push(await longestTask(phone, baseUrl + path));
      tasks.push(Math.max(...longest));
    }
    return { navigationMs: median(navigations), longestTaskMs: median(tasks) };
  } finally {
    await browser.close();
  }
}
