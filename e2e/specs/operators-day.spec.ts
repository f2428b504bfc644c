/** An operator's day, with the keyboard alone. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { enrol, expectAccessible } from '../support/console-operator.ts';
import { payForSeats } from '../support/paid-order.ts';
import { nightly } from '../support/sampling.ts';
import { stackAddresses } from '../support/stack-addresses.ts';

/** A lead with a filled honeypot. */
const spam = {
  first_name: 'Best',
  last_name: 'Offers',
  email: 'offers@example.com',
  phone_number: '98450 12345',
  message: 'Look at our offers.',
  website: 'https://offers.example',
};

/** Types words into the search, and opens an option. */
async function find(page: Page, words: string, option = words): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(words);
  const found = page.getByRole('option', { name: option }).first();
  await expect(found).toBeVisible();
  while ((await found.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${target}`);
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function fill(page: Page, label: string | RegExp, text: string): Promise<void> {
  await tabTo(page, page.getByRole('dialog').getByLabel(label));
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

const send = (page: Page, name: string | RegExp) =>
  press(page, page.getByRole('dialog').getByRole('button', { name }));

async function openOrder(page: Page): Promise<void> {
  await page.goto(`${stackAddresses.consoleUrl}/orders?search=asha.rao`);
  const order = page.getByRole('table', { name: 'Orders' }).getByRole('link', { name: 'Asha Rao' }).first();
  await press(page, order);
  await expect(page.getByRole('heading', { level: 1, name: /Asha Rao/ })).toBeVisible();
}

async function day(page: Page): Promise<void> {
  await payForSeats(stackAddresses);
  await fetch(`${stackAddresses.baseUrl}/api/contact_us`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(spam),
  });
  await enrol(page, `day-${Date.now()}@example.com`);

  // A refund of one of two seats.
  await openOrder(page);
  await expect(page.getByRole('button', { name: 'Cancel seats' })).toBeVisible();
  await find(page, 'Cancel seats');
  await expectAccessible(page);
  await fill(page, /^Reason/, 'asked by phone');
  await send(page, 'Cancel 1 seat');
  await expect(page.getByText('An operator cancels seats')).toBeVisible();

  // A move to another batch.
  await find(page, 'Move to another batch');
  await press(page, page.getByRole('dialog').getByRole('radio').first(), 'Space');
  await expectAccessible(page);
  await fill(page, /^Reason/, 'cannot come that week');
  await send(page, /^Move 1 seat/);
  await expect(page.getByRole('dialog')).toBeHidden();

  // The dialog for a correction of the invoice.
  await find(page, 'Reissue invoice');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  // An email is resent.
  const emails = page.getByRole('region', { name: 'Documents and emails' });
  await press(page, emails.getByRole('button', { name: 'Send again' }).first());
  await expect(page.getByText(/is sent again|Sent again|will be sent/i).first()).toBeVisible();

  // Spam.
  await page.goto(`${stackAddresses.consoleUrl}/leads?state=quarantined`);
  await press(page, page.getByRole('table', { name: 'Leads' }).getByRole('link').first());
  // The list has a button of this name, too.
  await expect(page.getByRole('heading', { level: 1, name: 'Best Offers' })).toBeVisible();
  await find(page, 'Spam: reject');
  // The action has no dialog: the search moves the focus to the button, and Enter runs it.
  await expect(page.getByRole('button', { name: 'Spam: reject' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/rejected/i).first()).toBeVisible();

  // An invitation.
  await find(page, 'Invite an operator');
  await expect(page.getByLabel('Invite by email address')).toBeFocused();
  await page.keyboard.type(`new-${Date.now()}@example.com`);
  await press(page, page.getByRole('button', { name: 'Create link' }));
  await expect(page.getByText(/can be used once/).first()).toBeVisible();
  await expectAccessible(page);

  // A coupon.
  await find(page, 'New coupon');
  await fill(page, /^Code: 3/, `DAY${Date.now() % 100_000}`);
  await fill(page, /^Per cent/, '5');
  await send(page, 'Create coupon');
  await expect(page.getByRole('dialog')).toBeHidden();

  // An export.
  await find(page, 'Orders', 'Orders Desk');
  await expect(page.getByRole('heading', { name: /^Orders/ })).toBeVisible();
  const download = page.waitForEvent('download');
  await find(page, 'Export CSV');
  expect((await download).suggestedFilename()).toBe('orders.csv');
  await expectAccessible(page);
}

for (const width of [1280, 390])
  test(`console: an operator's day, with the keyboard alone, at ${width} px`, { tag: nightly }, async ({
    page,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height: 844 });
    await day(page);
  });
