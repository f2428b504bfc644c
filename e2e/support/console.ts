import type { Page } from '@playwright/test';

/**
 * True for a 503 of the operators' console: on a busy machine the BFF may get no database connection in five
 * seconds, and the page asks again.
 */
const isAskedAgain = (complaint: string) => /status of 503 .*\/console\/api\//.test(complaint);

/**
 * Collects, from now on, the page's uncaught exceptions and console errors and warnings, for example those of
 * hydration. Leaves out a 503 of the operators' console.
 */
export function watchConsole(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const complaint = `${message.text()} ${message.location().url}`;
    if (['error', 'warning'].includes(message.type()) && !isAskedAgain(complaint)) complaints.push(complaint);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}
