import { expect, type Page } from '@playwright/test';

interface Shift {
  value: number;
  /** The elements that moved, and by how much. */
  moved: string[];
}

/** Rounded to three digits, as in Lighthouse, a smaller shift is 0. */
const noticeable = 0.0005;

/**
 * Records the page's layout shifts from the start.
 *
 * @returns a function that fails if their sum (CLS without session windows) is not 0, and names the elements
 *   that moved
 */
export async function watchLayoutShifts(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    interface LayoutShift extends PerformanceEntry {
      value: number;
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    }
    const rect = ({ x, y, width, height }: DOMRectReadOnly) =>
      [x, y, width, height].map(Math.round).join(' ');
    const shifts: Shift[] = [];
    Object.assign(window, { layoutShifts: shifts });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[])
        shifts.push({
          value,
          moved: sources.map(
            ({ node, previousRect, currentRect }) =>
              `${node?.nodeName} "${node?.textContent?.slice(0, 40)}" ${rect(previousRect)} > ${rect(currentRect)}`,
          ),
        });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => {
    const shifts = await page.evaluate(() => (window as unknown as { layoutShifts: Shift[] }).layoutShifts);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect(sum, shifts.flatMap(({ moved }) => moved).join('; ')).toBeLessThan(noticeable);
  };
}
