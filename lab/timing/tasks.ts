/** Measures the main thread's CPU time while a page opens. Other processes hardly affect this time. */
import type { Browser, Page } from '@playwright/test';

/** CPU slowdown of Lighthouse's mobile preset. */
const blockingSlowdown = 4;
const scriptSlowdown = 6;
const blockedFromMs = 50;
/** Milliseconds after the network is idle: for hydration, and for tasks right after it. */
const quietMs = 1_000;

export interface OpeningTasks {
  /** Sum of the time beyond 50 ms of each task after the first paint, at a quarter of the CPU speed. */
  blockingMs: number;
  /** Longest task with scripts of the page, without its style and layout, at a sixth of the CPU speed. */
  scriptMs: number;
  /** First computation of styles and layout, up to the first paint, at a sixth of the CPU speed. */
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

/** Events that mark a task with scripts. Other tasks, for example commits of a navigation, are work of the browser. */
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

/** Omits events inside other events, because the outer event's time includes them. */
function outermost(events: readonly TraceEvent[]): TraceEvent[] {
  let end = 0;
  return events.filter((event) => {
    if (event.ts < end) return false;
    end = event.ts + (event.dur ?? 0);
    return true;
  });
}

const sum = (events: readonly TraceEvent[]) => events.reduce((ms, event) => ms + threadMs(event), 0);

/** @throws Error if the trace has no first paint, or ends before hydration */
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

/** Opens a page once in a new browser context, as on a first visit. */
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
  // Reading the page's state would run a script of the driver (7 ms), which would be measured too.
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForTimeout(quietMs);
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  await context.close();
  return readTasks(trace.traceEvents);
}
