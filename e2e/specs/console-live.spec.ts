/** The first load of the console, and what its open pages show automatically. */
import { expect, test } from '@playwright/test';
import { watchConsole } from '../support/console.ts';
import { enrol, expectAccessible, openConsole } from '../support/console-operator.ts';
import { payForSeats } from '../support/paid-order.ts';
import { nightly } from '../support/sampling.ts';
import { stackAddresses } from '../support/stack-addresses.ts';

/** As transferred, compressed. */
const maxFirstLoadBytes = 200_000;

test('console: the first load is small, and Today is accessible and fits in both colour schemes', async ({
  page,
}) => {
  const complaints = watchConsole(page);
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (new URL(request.url()).pathname.startsWith('/console/api/')) return;
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await enrol(page, `today-${Date.now()}@example.com`);
  await expect(page.getByRole('heading', { name: 'System health' })).toBeVisible();
  // All files of the sign-in and of the first screen together.
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(20_000);
  expect(bytes).toBeLessThan(maxFirstLoadBytes);
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 1280]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await expect(page.getByRole('img', { name: /^Money received, less refunds by day/ })).toBeVisible();
      await expectAccessible(page);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      await page.screenshot({
        path: test.info().outputPath(`today-${colorScheme}-${width}.png`),
        fullPage: true,
      });
    }
  expect(complaints.filter((complaint) => !/401|Unauthorized/.test(complaint))).toEqual([]);
});

test('console: a new lead appears in the open list', { tag: nightly }, async ({ page, request }) => {
  await page.clock.install();
  await openConsole(page);
  await page.goto(`${stackAddresses.consoleUrl}/leads`);
  await expect(page.getByRole('heading', { name: /^Leads/ })).toBeVisible();
  const name = `Inbox ${Date.now()}`;
  const sent = await request.post(`${stackAddresses.baseUrl}/api/contact_us`, {
    data: {
      first_name: name,
      last_name: 'Nair',
      email: 'inbox.nair@example.com',
      phone_number: '+91 98450 00000',
      message: 'Please call me.',
    },
  });
  expect(sent.status()).toBe(200);
  await page.clock.fastForward(16_000);
  await expect(page.getByRole('link', { name: `${name} Nair` })).toBeVisible();
});

test('console: two operators see who an order is assigned to', { tag: nightly }, async ({ browser }) => {
  test.slow();
  await payForSeats(stackAddresses);
  const pages = await Promise.all([browser.newPage(), browser.newPage()]);
  const [first, second] = pages;
  if (!first || !second) throw new TypeError('two pages were opened');
  for (const [index, page] of pages.entries()) {
    await enrol(page, `colleague-${index}-${Date.now()}@example.com`);
    await page.goto(`${stackAddresses.consoleUrl}/orders`);
    await page.getByRole('table', { name: 'Orders' }).getByRole('link').first().click();
  }
  await first.getByRole('button', { name: 'Assign to me' }).click();
  await expect(first.getByText('Assigned to you')).toBeVisible();
  await expect(second.getByText('Assigned to Meera Rao')).toBeVisible();
  await first.getByRole('button', { name: 'Unassign' }).click();
  await expect(second.getByRole('button', { name: 'Assign to me' })).toBeVisible();
  await Promise.all(pages.map((page) => page.close()));
});
