import { parentPort, Worker, workerData } from 'node:worker_threads';
import { startBrowser } from './browser.ts';
import { type Look, look } from './measure.ts';
import type { Screen } from './screens.ts';

export interface ScreenLook extends Look {
  screen: Screen;
}

interface LaneData {
  baseUrl: string;
  screens: readonly Screen[];
}

/** Audits screens one after the other. Timing is ignored. */
async function lookAtAll({ baseUrl, screens }: LaneData): Promise<ScreenLook[]> {
  const browser = await startBrowser();
  try {
    const looks: ScreenLook[] = [];
    for (const screen of screens) {
      const categories = [
        'accessibility',
        'best-practices',
        ...(screen.listed ? ['seo' as const] : []),
      ] as const;
      const found = await look(baseUrl + screen.path, {
        port: browser.port,
        categories,
        quick: true,
        missing: screen.missing,
      });
      looks.push({ ...found, screen });
    }
    return looks;
  } finally {
    await browser.close();
  }
}

/**
 * Audits screens in a worker thread. Several threads are useful, because Lighthouse runs only one audit at a
 * time in a process and mostly waits.
 * @returns a result for each screen
 */
export function runLane(data: LaneData): Promise<ScreenLook[]> {
  return new Promise((resolve, reject) => {
    // Node runs this file directly, without the preloads of the test runner.
    const lane = new Worker(new URL(import.meta.url), { workerData: data, execArgv: [], env: process.env });
    lane.once('message', resolve);
    lane.once('error', reject);
    lane.once('exit', (code) => reject(new Error(`A lane of Lighthouse ended with ${code}`)));
  });
}

if (parentPort) parentPort.postMessage(await lookAtAll(workerData as LaneData));
