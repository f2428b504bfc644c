/** `pnpm lab pictures`: makes the pictures of `docs/pictures` with a separate stack. Needs a build. */
import { resolve } from 'node:path';
import { freePort } from '@meridian/stack/free-port';
import { startStack } from '@meridian/stack/stack';
import { chromium, type Page } from '@playwright/test';
import { chromiumArgs, findChromium } from '../../e2e/support/chromium.ts';
import { enrol } from '../../e2e/support/console-operator.ts';
import { payForSeats } from '../../e2e/support/paid-order.ts';
import { writeStacks } from '../../e2e/support/stack-addresses.ts';

const folder = resolve(import.meta.dirname, '../../docs/pictures');
const consolePort = String(await freePort());
const stack = await startStack({ env: { LOG_LEVEL: 'error', CONSOLE_PORT: consolePort } });
// The same set-up as for a worker of the browser tests.
writeStacks([stack]);
process.env.TEST_PARALLEL_INDEX = '0';

const executablePath = findChromium();
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: [...chromiumArgs] });

async function pageAt(width: number, height: number): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
  });
  return context.newPage();
}

async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: resolve(folder, `${name}.png`) });
  process.stdout.write(`docs/pictures/${name}.png\n`);
}

async function site(name: string, path: string, width: number, height: number): Promise<void> {
  const page = await pageAt(width, height);
  await page.goto(`${stack.baseUrl}${path}`);
  await take(page, name);
  await page.context().close();
}

try {
  await site('home-1280', '/', 1280, 900);
  await site('course-1280', '/safe/safe-agilist-certification', 1280, 900);
  await site('schedule-390', '/view-schedule/101', 390, 844);

  await payForSeats(stack);
  const page = await pageAt(1280, 900);
  await enrol(page, 'meera@example.com');
  await take(page, 'console-today-1280');
  await page.goto(`${stack.consoleUrl}/orders`);
  await take(page, 'console-orders-1280');
  await page.getByRole('link', { name: 'Asha Rao' }).first().click();
  await page.getByRole('button', { name: 'Cancel seats' }).waitFor();
  await take(page, 'console-order-1280');
  await page.getByRole('button', { name: 'Cancel seats' }).click();
  await page.getByText('Loading...').waitFor({ state: 'hidden' });
  await take(page, 'console-cancel-1280');
  await page.goto(`${stack.consoleUrl}/batches`);
  await take(page, 'console-batches-1280');
} finally {
  await browser.close();
  await stack.stop();
}
