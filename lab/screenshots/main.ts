import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startStack } from '@meridian/stack/stack';
import { chromium } from '@playwright/test';
import { chromiumArgs, findChromium } from '../../e2e/support/chromium.ts';
import { screens } from './screens.ts';

/*
 * Takes a screenshot of every screen at every width: `pnpm lab screenshots [--url URL] [--out FOLDER] [--dark]
 * [--widths 360,1280] [--screens home,receipt]`. Without a URL it starts a separate stack.
 */
const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    out: { type: 'string', default: 'screenshots' },
    widths: { type: 'string', default: '360,768,1280,1920' },
    screens: { type: 'string' },
    dark: { type: 'boolean', default: false },
  },
});

const requested = values.screens?.split(',');
const unknown = requested?.filter((name) => !screens.some((screen) => screen.name === name)) ?? [];
if (unknown.length > 0) {
  process.stderr.write(
    `no such screen: ${unknown.join(', ')}\nscreens: ${screens.map(({ name }) => name).join(', ')}\n`,
  );
  process.exit(2);
}

const stack = values.url
  ? undefined
  : await startStack({ env: { LOG_LEVEL: 'error', FORM_LIMIT_PER_MINUTE: '0' } });
const folder = resolve(values.out);
await mkdir(folder, { recursive: true });
const executablePath = findChromium();
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: [...chromiumArgs] });
let failures = 0;
try {
  for (const width of values.widths.split(',').map(Number)) {
    for (const screen of screens.filter(({ name }) => requested?.includes(name) ?? true)) {
      const context = await browser.newContext({
        baseURL: values.url ?? stack?.baseUrl,
        viewport: { width, height: width < 700 ? 800 : 900 },
        locale: 'en-IN',
        timezoneId: 'Asia/Kolkata',
        reducedMotion: 'reduce',
        colorScheme: values.dark ? 'dark' : 'light',
      });
      const page = await context.newPage();
      const name = `${screen.name}-${width}${values.dark ? '-dark' : ''}.png`;
      try {
        await screen.open(page);
        // Triggers lazy loading below the fold.
        await page.evaluate(() => {
          for (const image of document.images) image.loading = 'eager';
        });
        await page.waitForLoadState('networkidle');
        await page.screenshot({ path: resolve(folder, name), fullPage: !screen.windowOnly });
        process.stdout.write(`${name}\n`);
      } catch (error) {
        failures += 1;
        process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  await stack?.stop();
}
process.exitCode = failures > 0 ? 1 : 0;
