/** The set-up in the console, and the export of all data. */
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { watchConsole } from '../support/console.ts';
import { enrol, expectAccessible } from '../support/console-operator.ts';
import { nightly } from '../support/sampling.ts';
import { stackAddresses } from '../support/stack-addresses.ts';

test('console: an admin checks steps of the set-up, and opens the page of a test payment', {
  tag: nightly,
}, async ({ page, context }) => {
  const complaints = watchConsole(page);
  await enrol(page, `setup-${Date.now()}@example.com`);
  await page.goto(`${stackAddresses.consoleUrl}/setup`);
  const step = (title: string) => page.getByRole('listitem').filter({ hasText: title }).first();
  await page.getByRole('button', { name: 'Check Razorpay' }).click();
  await expect(step('4. Razorpay')).toContainText(/Checked .* by setup-/);
  await page.getByRole('button', { name: 'Check Grievance officer' }).click();
  await expect(step('8. Grievance officer')).toContainText('passed');
  const reached = page.waitForResponse(/\/api\/reached\//);
  await page.getByRole('button', { name: 'Check from this browser' }).click();
  expect((await reached).status()).toBe(200);
  await expect(step('2. Domain and TLS')).toContainText(/Checked .* by setup-/);

  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await expectAccessible(page);
  }

  await page.getByRole('button', { name: 'Make a test payment' }).click();
  const link = step('10. Test payment').getByRole('link');
  const opened = context.waitForEvent('page');
  await link.click();
  const payment = await opened;
  await payment.getByRole('button', { name: 'Go to the payment' }).click();
  await expect(payment).toHaveURL(/embedded/);
  expect(complaints).toEqual([]);
});

test('console: an admin downloads all data', { tag: nightly }, async ({ page }) => {
  const complaints = watchConsole(page);
  await enrol(page, `export-${Date.now()}@example.com`);
  await page.goto(`${stackAddresses.consoleUrl}/settings`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export all data' }).click();
  expect((await download).suggestedFilename()).toMatch(/^export-\d{4}-\d\d-\d\d\.zip$/);
  const archive = await readFile(await (await download).path());
  expect(archive.includes('manifest.json')).toBe(true);
  expect(complaints).toEqual([]);
});
