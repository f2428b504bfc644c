/** An operator closes sales in the console: the site offers enquiries, also without scripts and on open pages. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { checkoutForm } from '../support/checkout.ts';
import { openConsole } from '../support/console-operator.ts';
import { hydrated } from '../support/hydrated.ts';
import { coursePath } from '../support/pages.ts';
import { stackAddresses } from '../support/stack-addresses.ts';

test.describe.configure({ mode: 'serial' });

async function look(page: Page, name: string): Promise<void> {
  const dir = process.env.PICTURES;
  if (!dir) return;
  const size = page.viewportSize();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `${dir}/${name}-${width}.png` });
  }
  if (size) await page.setViewportSize(size);
}

async function change(browser: Browser, to: 'Open sales' | 'Close sales'): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await openConsole(page);
  await page.goto(`${stackAddresses.consoleUrl}/sales`);
  await page.getByRole('button', { name: to }).click();
  await look(page, to.replace(' ', '-').toLowerCase());
  await page.getByRole('dialog').getByRole('button', { name: to }).click();
  await expect(
    page.getByText(to === 'Open sales' ? 'Sales have been open' : 'Sales have been closed').first(),
  ).toBeVisible();
  await look(page, `${to.replace(' ', '-').toLowerCase()}-done`);
  await page.goto(stackAddresses.consoleUrl);
  await expect(page.getByText(/^Sales have been .*, by shared-/)).toBeVisible();
  await look(page, `today-${to.replace(' ', '-').toLowerCase()}`);
  await context.close();
}

const dates = (page: Page) => page.locator('#dates');
const enroll = (page: Page) => dates(page).getByRole('link', { name: /^Enroll/ });
const enquire = (page: Page) => dates(page).getByRole('link', { name: /^Enquire/ });
const closed = /Enrolment is not open at present/;

test('a page that is open while sales close offers an enquiry in place of the order', async ({
  page,
  browser,
}) => {
  test.slow();
  await page.goto(coursePath);
  await hydrated(page);
  await expect(enroll(page).first()).toBeVisible();
  await change(browser, 'Close sales');

  await enroll(page).first().click();
  await expect(page.getByRole('heading', { name: /^Enquire about/ })).toBeVisible();
  await expect(page.getByText(closed).first()).toBeVisible();
  await expect(checkoutForm(page)).toBeHidden();
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeHidden();
  await expect(page.getByLabel('Full Name')).toBeVisible();
  await look(page, 'checkout-closed');

  await page.goBack();
  await expect(enquire(page).first()).toBeVisible();
  await expect(page.locator('a[href^="/checkout"]')).toHaveCount(0);
  await page.goForward();
  await expect(page.getByRole('heading', { name: /^Enquire about/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: /^Enquire about/ })).toBeVisible();
});

test('a page that is opened later links to the enquiry form, and shows dates and prices', async ({
  page,
}) => {
  await page.goto(coursePath);
  await hydrated(page);
  await look(page, 'course-closed');
  await expect(page.getByText(/Enroll/)).toHaveCount(0);
  await expect(
    dates(page)
      .getByText(/₹[\d,]+/)
      .first(),
  ).toBeVisible();
  await enquire(page).first().click();
  await expect(page).toHaveURL(/#advisor$/);
  await expect(page.getByLabel('Full Name')).toBeInViewport();
  await page.goto('/view-schedule/101');
  await look(page, 'schedule-closed');
  await page
    .getByRole('link', { name: /^Enquire/ })
    .first()
    .click();
  await expect(page.getByLabel('Full Name')).toBeInViewport();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a course links to its enquiry form, and the checkout says that enrolment is not open', async ({
    page,
  }) => {
    await page.goto(coursePath);
    await expect(enquire(page).first()).toHaveAttribute('href', `${coursePath}#advisor`);
    await expect(page.locator('a[href^="/checkout"]')).toHaveCount(0);
    // An address that a visitor has kept.
    await page.goto('/checkout?course_id=101&course_schedule_id=1&course_qty=1');
    await expect(page.getByRole('alert')).toHaveText(closed);
    await expect(page.getByRole('link', { name: /@/ }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0);
    await look(page, 'plain-checkout-closed');
    await page.goto('/checkout');
    await expect(page.getByText(closed).first()).toBeVisible();
  });
});

test('after sales open again, visitors can enrol', async ({ page, browser }) => {
  await change(browser, 'Open sales');
  await page.goto(coursePath);
  await hydrated(page);
  await enroll(page).first().click();
  await expect(checkoutForm(page)).toBeVisible();
});
