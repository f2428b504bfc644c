/** A batch in the console: planned, priced, sold, and called off with nine bookings. */
import { formatDay } from '@meridian/contracts/format-time';
import { addDays, dayInIndia } from '@meridian/contracts/india-time';
import { expect, type Page, test } from '@playwright/test';
import { watchConsole } from '../support/console.ts';
import { enrol, expectAccessible } from '../support/console-operator.ts';
import { bookSeats, findOnSale, payForSeats } from '../support/paid-order.ts';
import { nightly } from '../support/sampling.ts';
import { stackAddresses } from '../support/stack-addresses.ts';

const bookings = 9;
const day = addDays(dayInIndia(new Date()), 30);
const onSale = () => findOnSale(stackAddresses, day, '05:00');

async function look(page: Page, name: string): Promise<void> {
  const dir = process.env.PICTURES;
  if (!dir) return;
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `${dir}/${name}-${width}.png` });
  }
}

test('console: a batch is planned, priced, sold and called off', { tag: nightly }, async ({ page }) => {
  test.slow();
  const complaints = watchConsole(page);
  await enrol(page, `planner-${Date.now()}@example.com`);
  await page.goto(`${stackAddresses.consoleUrl}/batches`);
  await page.getByRole('button', { name: 'New batch' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Course').selectOption('101');
  await dialog.getByLabel('Day 1').fill(day);
  await dialog.getByRole('button', { name: 'Add a day' }).click();
  await dialog.getByLabel('From (IST)').fill('05:00');
  await dialog.getByLabel('To (IST)').fill('06:00');
  await dialog.getByLabel(/^Seats/).fill('20');
  await look(page, 'new');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByRole('list', { name: 'Batches to be created' }).getByRole('listitem')).toHaveCount(
    1,
  );
  await expect(dialog.getByText('5:00 am to 6:00 am IST')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create batch' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await onSale())?.id).toBeGreaterThan(10 ** 15);

  // After the creation of a single batch, its page opens.
  await expect(page.getByRole('button', { name: 'Change price' })).toBeVisible();

  // A change of selected batches, with a preview.
  await page.goto(`${stackAddresses.consoleUrl}/batches?course=101`);
  await page
    .getByRole('checkbox', { name: new RegExp(`^Select Leading SAFe .*${formatDay(day)}`) })
    .first()
    .check();
  await page.getByRole('button', { name: 'Change 1 batch' }).click();
  await dialog.getByLabel(/^Seats/).fill('22');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByRole('list', { name: 'Batches after the change' })).toContainText('22 seats');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Change 1 batch' }).click();
  await expect(dialog).toBeHidden();

  await page.goto(`${stackAddresses.consoleUrl}/batches/${(await onSale())?.id}`);
  await page.getByRole('button', { name: 'Change price' }).click();
  await dialog.getByLabel(/^Price of a seat/).fill('1');
  await dialog.getByRole('button', { name: 'Change the price' }).click();
  await expect(dialog.getByText(/far from|usual|course/i).first()).toBeVisible();
  await dialog.getByLabel(/^Price of a seat/).fill('17999');
  await dialog.getByRole('button', { name: 'Change the price' }).click();
  await expect.poll(async () => (await onSale())?.discount_fee).toBe(17_999);
  await page.getByRole('button', { name: 'Set minimum' }).click();
  await dialog.getByLabel(/^Minimum seats/).fill('20');
  await dialog.getByRole('button', { name: 'Set minimum' }).click();
  await expect(page.getByText('20 seats')).toBeVisible();

  const batchId = (await onSale())?.id ?? 0;
  for (let at = 0; at < bookings; at += 1)
    await bookSeats(stackAddresses, { batchId, email: `seat-${at}-${Date.now()}@example.com` });
  await page.reload();
  await expect(page.getByText('sold').locator('+ dd')).toHaveText(String(2 * bookings));
  await look(page, 'batch');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Call off', exact: true }).click();
  await dialog.getByLabel(/^Reason/).fill('too few');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByRole('list', { name: 'Bookings' }).getByRole('listitem')).toHaveCount(bookings);
  await look(page, 'call-off');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Call off and refund ₹/ }).click();
  await expect(
    dialog.getByText(
      `${bookings} bookings cancelled. The payment provider has accepted ${bookings} refunds.`,
    ),
  ).toBeVisible({
    timeout: 30_000,
  });
  await look(page, 'called-off');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('All bookings are cancelled. The orders show their refunds.')).toBeVisible();
  expect(await onSale()).toBeUndefined();
  await expect(payForSeats(stackAddresses, { batchId })).rejects.toThrow();
  await page.goto(`${stackAddresses.consoleUrl}/batches`);
  await expect(page.getByText('called off')).toBeVisible();
  await look(page, 'board');
  expect(complaints.filter((complaint) => !/400|403|409|422/.test(complaint))).toEqual([]);
});
