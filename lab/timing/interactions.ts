/** Interaction to next paint: from the click to the frame that shows its effect. */
import type { Browser, Page } from '@playwright/test';
import { hydrated } from '../../e2e/support/hydrated.ts';

const slowdown = 4;
const coursePath = '/safe/safe-agilist-certification';
const schedulePath = '/view-schedule/101';
/** The browser reports events with at least this duration, in ms. */
const minMs = 16;
const quietMs = 300;
/** Time in which the code of lazy parts loads, in ms. */
const arrivalMs = 1_500;
const timeoutMs = 120_000;

interface Interaction {
  name: string;
  path: string;
  /** The measured click or key press. */
  act(page: Page, turn: number): Promise<void>;
  /** Resets the page, without a measurement. */
  undo?(page: Page): Promise<void>;
  /** Whether the page has to be opened again for each measurement. */
  once?: true;
}

const pressEscape = (page: Page) => page.keyboard.press('Escape');

const interactions: readonly Interaction[] = [
  {
    name: 'menu',
    path: '/',
    act: (page) => page.getByRole('button', { name: 'All Courses' }).click(),
    undo: pressEscape,
  },
  {
    name: 'tab',
    path: schedulePath,
    act: (page, turn) =>
      page
        .getByRole('tab')
        .nth((turn + 1) % 2)
        .click(),
  },
  { name: 'accordion', path: coursePath, act: (page) => page.locator('main summary').first().click() },
  {
    name: 'modal',
    path: '/',
    act: (page) => page.getByRole('button', { name: 'Get the offer' }).first().click(),
    undo: (page) => page.locator('dialog[open]').getByRole('button', { name: 'Close' }).click(),
  },
  {
    name: 'filter',
    path: '/blogs',
    act: (page, turn) => page.getByLabel('Category').press(turn % 2 ? 'ArrowUp' : 'ArrowDown'),
  },
  {
    name: 'View More',
    path: '/blogs',
    act: (page) => page.getByRole('button', { name: 'View More' }).first().click(),
    once: true,
  },
  {
    name: 'stepper',
    path: schedulePath,
    act: (page, turn) =>
      page
        .getByRole('button', { name: turn % 2 ? 'One seat fewer' : 'One seat more' })
        .first()
        .click(),
  },
];

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
  // The first interaction with a page loads its lazy parts. A visitor moves the pointer before clicking.
  await page.mouse.move(200, 200);
  await page.waitForTimeout(arrivalMs);
}

/** @returns the longest event of the interaction in ms, or the minimum that the browser reports */
async function measureOne(page: Page, act: () => Promise<void>): Promise<number> {
  const found = await page.evaluateHandle((min) => {
    const durations: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
        if (entry.interactionId) durations.push(entry.duration);
    });
    observer.observe({ type: 'event', durationThreshold: min } as PerformanceObserverInit);
    return { durations, observer };
  }, minMs);
  await act();
  await page.waitForTimeout(quietMs);
  const durations = await found.evaluate(({ durations: all, observer }) => {
    observer.disconnect();
    return all;
  });
  await found.dispose();
  return Math.max(minMs, ...durations);
}

/**
 * @param samples number of measurements of each interaction
 * @returns durations of each in milliseconds; the browser rounds them to 8 ms
 */
export async function measureInteractions(
  browser: Browser,
  baseURL: string,
  samples: number,
): Promise<Map<string, number[]>> {
  const results = new Map<string, number[]>();
  for (const { name, path, act, undo, once } of interactions) {
    const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 900 } });
    context.setDefaultTimeout(timeoutMs);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const durations: number[] = [];
    for (let turn = 0; turn < samples; turn += 1) {
      if (once || turn === 0) await open(page, path);
      durations.push(await measureOne(page, () => act(page, turn)));
      await undo?.(page);
      await page.waitForTimeout(quietMs);
    }
    results.set(name, durations);
    await context.close();
  }
  return results;
}
