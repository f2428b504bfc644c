import { expect, type Page, test } from '@playwright/test';
import { checkoutPath } from '../support/checkout.ts';
import { hydrated } from '../support/hydrated.ts';
import { stackAddresses } from '../support/stack-addresses.ts';

const widget = 'meta[name="payment-widget"]';

/** Sets a mark that the next document does not have. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { mark: true }));
const isMarked = (page: Page) => page.evaluate(() => 'mark' in window);

/** Opens the schedule by links from the home page. */
async function openSchedule(page: Page): Promise<void> {
  await page.goto('/');
  await page
    .getByRole('link', { name: /Leading SAFe/ })
    .first()
    .click();
  await hydrated(page);
  await page.getByRole('link', { name: 'View all schedule' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
}

test('only the document of the checkout allows the payment widget', async ({ page }) => {
  const policies = new Map<string, string>();
  page.on('response', (response) => {
    const policy = response.headers()['content-security-policy'];
    if (policy && response.request().isNavigationRequest())
      policies.set(new URL(response.url()).pathname, policy);
  });
  await openSchedule(page);
  await expect(page.locator(widget)).toHaveCount(0);
  await mark(page);

  const batch = page.getByRole('article').first();
  await batch.getByRole('spinbutton').fill('3');
  await batch.getByRole('link', { name: /Enroll/ }).click();
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(page.locator(widget)).toHaveCount(1);
  expect(await isMarked(page)).toBe(false);
  const host = new URL(stackAddresses.sandboxUrl).origin;
  expect(policies.get('/')).not.toContain(host);
  expect(policies.get('/checkout')).toContain(`frame-src ${host}`);
  // The selection is in the navigation state.
  expect(await page.evaluate(() => history.state.usr.course_qty)).toBe(3);

  // After another page, a reload and Back, the checkout has its own document again.
  await page.locator('a[href="/"]').first().click();
  await expect(page).toHaveURL(/\/$/);
  await page.reload();
  await expect(page.locator(widget)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(page.locator(widget)).toHaveCount(1);
  expect(await page.evaluate(() => history.state.usr.course_qty)).toBe(3);
});

test('the widget loads in a checkout that a link has opened', async ({ page }) => {
  await openSchedule(page);
  await page
    .getByRole('article')
    .first()
    .getByRole('link', { name: /Enroll/ })
    .click();
  await expect(page).toHaveURL(/\/checkout$/);
  const loaded = page.waitForResponse((response) => response.url().endsWith('/v1/checkout.js'));
  await page.getByLabel('First Name').fill('Asha');
  expect((await loaded).ok()).toBe(true);
});

test('on a phone the first field and the total are visible without scrolling', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { data } = await (await request.get('/api/course_schedule?id=101')).json();
  const [batch, other] = data.course_schedule;
  await page.goto(
    checkoutPath({
      courseId: 101,
      courseName: 'Leading SAFe',
      batchId: batch.id,
      feeRupees: batch.discount_fee,
      seats: 1,
    }),
  );
  await expect(page.getByRole('textbox', { name: 'First Name' })).toBeInViewport({ ratio: 1 });
  const summary = page.getByRole('button', { name: /Details and coupon/ });
  await expect(summary).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('textbox', { name: 'Coupon code' })).toBeHidden();
  await summary.click();
  await expect(page.getByRole('textbox', { name: 'Coupon code' })).toBeVisible();

  // Seats and date can be changed here, and the button shows the new total.
  await page.getByLabel('Date').selectOption(String(other.id));
  await page.getByRole('button', { name: 'One more seat' }).click();
  const total = Math.round(other.discount_fee * 2 * 118) / 100;
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveText(
    `Pay ₹${total.toLocaleString('en-IN', { minimumFractionDigits: total % 1 ? 2 : 0 })}`,
  );
});
