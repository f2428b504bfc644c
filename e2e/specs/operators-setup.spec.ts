/** The set-up in the console. */
import { expect, test } from '@playwright/test';
import { watchConsole } from '../support/console.ts';
import { enrol, expectAccessible } from '../support/console-operator.ts';
import { stackAddresses } from '../support/stack-addresses.ts';

test('console: an admin checks steps of the set-up, and makes a test payment', async ({ page, context }) => {
  const complaints = watchConsole(page);
  await enrol(page, `setup-${Date.now()}@example.com`);
  await page.goto(`${stackAddresses.consoleUrl}/setup`);
  const step = (title: string) => page.getByRole('listitem').filter({ hasText: title }).first();
  await page.getByRole('button', { name: 'Check Razorpay' }).click();
  await expect(step('4. Razorpay')).toContainText(/Checked .* by setup-/);
  await page.getByRole('button', { name: 'Check Grievance officer' }).click();
  await expect(step('8. Grievance officer')).toContainText('passed');

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
