import { expect, test } from '@playwright/test';
import {
  conditions,
  expectLeadsOn,
  expectWhole,
  scriptsOf,
  type TriedScreen,
  withoutScript,
} from '../support/conditions.ts';
import { pages } from '../support/pages.ts';
import { payForSeats } from '../support/paid-order.ts';
import { stackAddresses } from '../support/stack-addresses.ts';

/**
 * `pnpm conditions` tries all conditions on all screens, in 15 minutes. Other runs try one on every third
 * screen.
 */
const whole = process.env.CONDITIONS === 'all';

const screens: readonly TriedScreen[] = [
  ...pages.map(({ path }) => ({ name: path, path })),
  { name: '/nowhere', path: '/nowhere', missing: true },
  { name: 'a receipt', path: '' },
];
const tried = whole ? screens : screens.filter((_, index) => index % 3 === 0);
const names = Object.keys(conditions);
const withoutScripts = 'scripts off';

/** The conditions to try on a screen. If only one is tried, the screens take the conditions in turn. */
function conditionsOf(index: number): string[] {
  const all = [...names, withoutScripts];
  return whole ? all : [all[index % all.length] ?? withoutScripts];
}

// Each worker has its own stack, with its own faults.
test.describe.configure({ mode: 'parallel' });

let receiptPath: string | undefined;

/** @returns the screen with its path; for the receipt, pays for an order first */
async function located(screen: TriedScreen): Promise<TriedScreen> {
  if (screen.path !== '') return screen;
  receiptPath ??= await payForSeats(stackAddresses);
  return { ...screen, path: receiptPath };
}

for (const [index, screen] of tried.entries()) {
  const widths = whole ? [390, 1280] : [index % 2 === 0 ? 390 : 1280];
  for (const width of widths) {
    test.describe(`${screen.name} at ${width} px stands`, () => {
      test.use({ viewport: { width, height: 844 } });

      for (const name of conditionsOf(index)) {
        if (name === withoutScripts) {
          test(name, async ({ browser, baseURL }) => {
            const context = await browser.newContext({
              baseURL,
              javaScriptEnabled: false,
              viewport: { width, height: 844 },
            });
            const page = await context.newPage();
            const open = await located(screen);
            await page.goto(open.path);
            await expectWhole(page, open);
            await expectLeadsOn(page);
            await context.close();
          });
        } else {
          test(name, async ({ page }) => {
            test.slow();
            await conditions[name]?.({ screen: await located(screen), page });
          });
        }
      }

      if (whole) {
        test('each of its scripts failing', async ({ page }) => {
          test.setTimeout(180_000);
          const trial = { screen: await located(screen), page };
          const scripts = await scriptsOf(trial);
          expect(scripts.length).toBeGreaterThan(1);
          for (const script of scripts) await withoutScript(trial, script);
        });
      }
    });
  }
}
