/** What the main thread does while a page opens, by the thread's own time: other processes do not count. */
import type { Browser, Page } from '@playwright/test';

/** As Lighthouse's mobile preset slows the processor. */
const blockingSlowdown = 4;
const scriptSlowdown = 6;
const blockedFromMs = 50;
/** From the network's rest on: hydration, and tasks right after it. */
const quietMs = 1_000;

export interface OpeningTasks {
  /** What tasks after the first paint take beyond 50 ms each, at a quarter of the processor's speed. */
  blockingMs: number;
  /** The longest task that runs the page's scripts, without its style and layout, at a sixth. */
  scriptMs: number;
  /** The first computation of styles and layout, up to the first paint, at a sixth. */
  styleMs: number;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args: { name?: string; data?: { isMainFrame?: boolean } };
}

/** What only tasks with scripts have: the commit of a navigation and a paint of pictures are the browser's own. */
const scriptNames = new Set([
  'EvaluateScript',
  'v8.compile',
  'v8.compileModule',
  'v8.evaluateModule',
  'v8.callFunction',
  'FunctionCall',
  'RunMicrotasks',
  'TimerFire',
]);
const styleNames = new Set(['UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize', 'Commit']);
const threadMs = ({ tdur = 0 }: TraceEvent) => tdur / 1_000;
const within = (task: TraceEvent) => (event: TraceEvent) =>
  event.ts >= task.ts && event.ts < task.ts + (task.dur ?? 0);

/** Leaves out events inside others: their time is counted there. */
function outermost(events: readonly TraceEvent[]): TraceEvent[] {
  let end = 0;
  return events.filter((event) => {
    if (event.ts < end) return false;
    end = event.ts + (event.dur ?? 0);
    return true;
  });
}

const sum = (events: readonly TraceEvent[]) => events.reduce((ms, event) => ms + threadMs(event), 0);

/** @throws Error for a trace without the page's first paint, or one that ends before hydration */
export function readTasks(events: readonly TraceEvent[]): OpeningTasks {
  const paint = events.find(({ name }) => name === 'firstContentfulPaint');
  if (!paint) throw new Error('The trace has no first paint');
  if (!events.some(({ name, pid }) => name === 'hydrated' && pid === paint.pid))
    throw new Error('The trace ends before hydration');
  const own = events
    .filter(({ pid, tid, ph }) => pid === paint.pid && tid === paint.tid && ph === 'X')
    .toSorted((one, other) => one.ts - other.ts);
  const tasks = own.filter(({ name }) => name === 'RunTask');
  const styles = outermost(own.filter(({ name }) => styleNames.has(name)));
  const scripts = own.filter(({ name }) => scriptNames.has(name));
  const scriptOf = (task: TraceEvent) => threadMs(task) - sum(styles.filter(within(task)));
  const blocked = tasks
    .filter(({ ts }) => ts >= paint.ts)
    .map((task) => Math.max(0, threadMs(task) * blockingSlowdown - blockedFromMs));
  return {
    blockingMs: blocked.reduce((total, ms) => total + ms, 0),
    scriptMs:
      Math.max(0, ...tasks.filter((task) => scripts.some(within(task))).map(scriptOf)) * scriptSlowdown,
    styleMs: sum(styles.filter(({ ts }) => ts < paint.ts)) * scriptSlowdown,
  };
}

/** Opens a page once in a new context, as on a first visit. */
export async function openTraced(browser: Browser, url: string): Promise<OpeningTasks> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, isMobile: true });
  const page: Page = await context.newPage();
  await browser.startTracing(page, {
    categories: [
      'devtools.timeline',
      'disabled-by-default-devtools.timeline',
      'loading',
      'toplevel',
      'blink.user_timing',
      'v8',
    ],
  });
  // Asking the page for its state would run a script of the driver's, of 7 ms, among the page's own.
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForTimeout(quietMs);
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  await context.close();
  return readTasks(trace.traceEvents);
}
