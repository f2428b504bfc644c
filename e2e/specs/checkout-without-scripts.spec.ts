import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import pg from 'pg';
import { checkoutPath } from '../support/checkout.ts';
import { stackAddresses } from '../support/stack-addresses.ts';

async function firstBatch(request: APIRequestContext): Promise<string> {
  const { data } = await (await request.get('/api/course_schedule?id=101')).json();
  const [, batch] = data.course_schedule;
  return checkoutPath({
    courseId: 101,
    courseName: 'Leading SAFe',
    batchId: batch.id,
    feeRupees: batch.discount_fee,
    seats: 2,
  });
}

async function ordersOf(email: string): Promise<{ state: string; payments: number }[]> {
  const client = new pg.Client({ connectionString: stackAddresses.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select state, (select count(*)::integer from order_payments where order_id = orders.id and role = 'pays') as payments
       from orders where email = $1 order by created_at`,
      [email],
    );
    return rows;
  } finally {
    await client.end();
  }
}

const mailOf = (name: string) => `${name}-${Date.now()}@example.com`;

async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('First Name').fill('Asha');
  await page.getByLabel('Last Name').fill('Rao');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Phone Number').fill('98450 12345');
  await page.getByLabel('State', { exact: true }).selectOption('29');
}

const pay = (page: Page) => page.getByRole('button', { name: /^Pay ₹/ });
const goToPayment = (page: Page) => page.getByRole('button', { name: 'Go to the payment' });

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('seats are chosen, ordered and paid, and the receipt shows the booking', async ({ page, request }) => {
    const email = mailOf('plain');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/safe/safe-agilist-certification');
    await page
      .locator('#dates')
      .getByRole('link', { name: /^Enroll/ })
      .nth(1)
      .click();
    await expect(pay(page)).toBeVisible();
    await page.getByLabel('Seats').fill('2');
    await page.getByRole('button', { name: 'Change seats' }).click();
    await expect(page.getByText(/2 seats: ₹/)).toBeVisible();

    // Errors are shown at their fields, and typed values stay.
    await page.getByLabel('First Name').fill('Asha');
    await page.getByLabel('Email', { exact: true }).fill('asha@');
    await pay(page).click();
    await expect(page.getByRole('alert')).toHaveText('Please check the details that are marked.');
    await expect(page.getByLabel('First Name')).toHaveValue('Asha');
    await expect(page.getByText('Email address is invalid')).toBeVisible();
    await expect(page.getByText('State is required')).toBeVisible();

    await fillIn(page, email);
    await pay(page).click();
    await expect(page).toHaveURL(/\/checkout\/pay\/[0-9a-f-]{36}$/);
    await expect(
      page
        .getByText(/^Booking number/)
        .or(page.getByText(/Booking number [2-9A-Y]{6}/))
        .first(),
    ).toBeVisible();
    await goToPayment(page).click();
    await page.getByRole('button', { name: 'Success' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/receipt\//);
    await expect(page.getByRole('heading', { level: 1, name: 'Your booking' })).toBeVisible();
    await expect(page.getByText(/Booking confirmed|Payment received/).first()).toBeVisible();
    await expect.poll(() => ordersOf(email)).toEqual([{ state: 'booked', payments: 1 }]);
    expect(await firstBatch(request)).toContain('/checkout?');
  });

  test('after a failed and after a cancelled payment, the visitor can try again', async ({
    page,
    request,
  }) => {
    const email = mailOf('again');
    await page.goto(await firstBatch(request));
    await fillIn(page, email);
    await pay(page).click();
    await goToPayment(page).click();
    await page.getByRole('button', { name: 'Fail' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert')).toContainText('The payment did not go through.');
    await goToPayment(page).click();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByRole('alert')).toContainText(
      'You have left the payment page. If money has left your account, please do not pay again: your booking is made or the money is refunded automatically.',
    );
    await goToPayment(page).click();
    await page.getByRole('button', { name: 'Success' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/receipt\//);
    await expect.poll(() => ordersOf(email)).toEqual([{ state: 'booked', payments: 1 }]);
  });

  test('after a payment whose callback is lost, the step before it offers no second payment', async ({
    page,
    request,
  }) => {
    const email = mailOf('twice');
    await page.goto(await firstBatch(request));
    await fillIn(page, email);
    await pay(page).click();
    const step = page.url();
    await goToPayment(page).click();
    // The payment is made, and its callback is lost: the visitor goes back instead.
    const form = page.locator('form').first();
    const fields = await form
      .locator('input[type=hidden]')
      .evaluateAll((inputs) =>
        inputs.map((input) => [(input as HTMLInputElement).name, (input as HTMLInputElement).value]),
      );
    await request.post(`${stackAddresses.sandboxUrl}/v1/checkout/embedded/pay`, {
      form: { ...Object.fromEntries(fields), outcome: 'success' },
    });
    await page.goto(step);
    await expect(page.getByText(/^Your payment has been received: please do not pay again/)).toBeVisible();
    await expect(goToPayment(page)).toHaveCount(0);
    await expect(page.getByRole('link', { name: /receipt|booking page/ })).toHaveCount(0);
    await expect.poll(() => ordersOf(email)).toEqual([{ state: 'booked', payments: 1 }]);
  });
});

test('what was typed before the scripts run is kept, and the payment dialog opens', async ({
  page,
  request,
}) => {
  const email = mailOf('late');
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(await firstBatch(request), { waitUntil: 'commit' });
  await page.getByLabel('Seats').fill('2');
  await fillIn(page, email);
  await page.getByLabel('Phone Number').focus();
  release();
  await expect(page.getByRole('button', { name: /Details and coupon|Apply/ }).first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'First Name' })).toHaveCount(1);
  await expect(page.getByRole('textbox', { name: 'First Name' })).toHaveValue('Asha');
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
  await expect(page.getByRole('textbox', { name: 'Phone Number' })).toBeFocused();
  await expect(page.getByLabel('Seats')).toHaveValue('2');
  await pay(page).click();
  await expect(page.locator('dialog', { hasText: 'Test mode' })).toBeVisible();
  await expect.poll(() => ordersOf(email)).toEqual([{ state: 'created', payments: 0 }]);
});
