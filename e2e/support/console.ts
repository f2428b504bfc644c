import type { Page } from '@playwright/test';

/**
 * True for a 503 of the operators' console: on a busy machine the BFF may get no database connection in five
 * seconds, and the page asks again.
 */
const isAskedAgain = (complaint: string) => /status of 503 .*\/console\/api\//.test(complaint);

/**
 * Collects the following console errors and warnings (including those of hydration) and uncaught exceptions.
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
