import { paiseOf } from '@meridian/contracts/enrolment/pricing';
import {
  batchChangeCall,
  batchListCall,
  batchListData,
  batchSavedData,
} from '@meridian/contracts/site/schedule/batch-editing';
import { expect, type Page, test } from '@playwright/test';
import { z } from 'zod';
import { checkoutForm } from '../support/checkout.ts';
import { watchConsole } from '../support/console.ts';
import { nightly } from '../support/sampling.ts';
import { stackAddresses } from '../support/stack-addresses.ts';

const schedule = '/view-schedule/101';

async function read<Schema extends z.ZodType>(address: string, schema: Schema): Promise<z.output<Schema>> {
  const answer = await fetch(address);
  return schema.parse(z.object({ data: z.unknown() }).parse(await answer.json()).data);
}

async function post(address: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.status, address).toBe(200);
  return z.object({ data: z.unknown().optional() }).parse(await answer.json()).data;
}

const atRazorpay = z.object({
  orders: z.array(z.object({ id: z.string(), amount: z.int(), attempts: z.int() })),
  payments: z.array(z.object({ id: z.string(), order_id: z.string(), amount: z.int(), status: z.string() })),
});
const booking = z.object({ email: z.string(), transaction_id: z.string(), total_fee: z.number() });

const paymentsOf = async (orderId: string) =>
  (await read(`${stackAddresses.sandboxUrl}/_sandbox/payments`, atRazorpay)).payments.filter(
    (payment) => payment.order_id === orderId,
  );
const bookingsOf = async (email: string) =>
  (await read(`${stackAddresses.upstreamUrl}/_upstream/bookings`, z.array(booking))).filter(
    (made) => made.email === email,
  );

let visitors = 0;
function newEmail(): string {
  visitors += 1;
  return `payer-${visitors}-${Date.now()}@example.com`;
}

/** Enrols for seats of the first batch of the schedule that is shown. */
async function enrol(page: Page, seats: number): Promise<void> {
  const batch = page.getByRole('article').first();
  // The stepper works once the page's scripts run.
  await expect(async () => {
    await batch.getByRole('button', { name: 'One more seat' }).click();
    await expect(batch.getByRole('spinbutton')).not.toHaveValue('1', { timeout: 200 });
  }).toPass();
  await batch.getByRole('spinbutton').fill(String(seats));
  await batch.getByRole('link', { name: /Enroll/ }).click();
  await expect(page).toHaveURL(/\/checkout$/);
}

async function chooseSeats(page: Page, seats: number, path = schedule): Promise<void> {
  await page.goto(path);
  await enrol(page, seats);
}

async function fillIn(page: Page, email: string): Promise<void> {
  const form = checkoutForm(page);
  await form.getByLabel('First Name').fill('Asha');
  await form.getByLabel('Last Name').fill('Rao');
  await form.getByLabel('Email', { exact: true }).fill(email);
  await form.getByLabel('Phone Number').fill('98450 12345');
  await form.getByLabel('State', { exact: true }).selectOption('Karnataka');
}

const payButton = (page: Page) => checkoutForm(page).getByRole('button', { name: /[Pp]ay/ });
const widget = (page: Page) => page.locator('dialog', { hasText: 'Test mode' });
const press = (page: Page, name: 'Success' | 'Fail' | 'Dismiss') =>
  widget(page).getByRole('button', { name }).click();

/** The amount in a text such as `Pay ₹44,837.64`, in paise. */
function paiseIn(text: string | null): number {
  const rupees = /₹\s?([\d,]+(?:\.\d+)?)/.exec(text ?? '')?.[1];
  if (!rupees) throw new Error(`there is no amount in "${text}"`);
  return paiseOf(Number(rupees.replaceAll(',', '')));
}

const openedOrder = z.object({ data: z.object({ order_id: z.string(), amount: z.int() }) });

/** Presses the button and waits for the dialog. @returns the order that the server opened */
async function openDialog(page: Page): Promise<{ orderId: string; amountPaise: number }> {
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/checkout'));
  await payButton(page).click();
  const { data } = openedOrder.parse(await (await answered).json());
  await expect(widget(page)).toBeVisible();
  return { orderId: data.order_id, amountPaise: data.amount };
}

const summary = (page: Page) => page.getByRole('region', { name: 'Your order' });

async function line(page: Page, term: string): Promise<number> {
  const row = summary(page)
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: term }) });
  return paiseIn(await row.locator('dd').textContent());
}

test('the charge is the total of the summary, and no draft is kept', async ({ page }) => {
  const complaints = watchConsole(page);
  const email = newEmail();
  await chooseSeats(page, 3);
  // The group discount of the sample is applied automatically.
  await expect(summary(page).locator('dt', { hasText: 'Discount (GROUP3)' })).toBeVisible();
  const fee = await line(page, 'Fee per seat');
  const discount = Math.abs(await line(page, 'Discount'));
  const total = await line(page, 'Total to pay');
  expect(await line(page, 'Sub total')).toBe(3 * fee);
  expect(discount).toBeGreaterThanOrEqual(0.05 * 3 * fee);
  expect((await line(page, 'Sub total')) - discount + (await line(page, 'GST'))).toBe(total);
  expect(await summary(page).textContent()).toMatch(/₹\d{1,2},\d{3}/);
  expect(paiseIn(await payButton(page).textContent())).toBe(total);

  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await fillIn(page, email);
  // From 50,000 rupees on, the invoice needs the address.
  await page.getByLabel('Address').fill('12 Temple Road, Bengaluru');
  await page.getByLabel('PIN code').fill('560025');
  const { orderId, amountPaise } = await openDialog(page);
  expect(amountPaise).toBe(total);
  expect(paiseIn(await widget(page).locator('.rzp-sandbox-amount').textContent())).toBe(total);
  await press(page, 'Success');

  await expect(page).toHaveURL(/\/thankyou$/);
  await expect(page.getByRole('alert').filter({ hasText: 'Your booking is confirmed' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  const [payment, ...others] = await paymentsOf(orderId);
  expect(others).toEqual([]);
  expect(payment).toMatchObject({ amount: total, status: 'captured' });
  const [made, ...moreMade] = await bookingsOf(email);
  expect(moreMade).toEqual([]);
  expect(made?.transaction_id).toBe(payment?.id);
  expect(paiseOf(made?.total_fee ?? 0)).toBe(total);

  // The receipt shows what was paid.
  await page.getByRole('link', { name: 'See your booking' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Booking confirmed' })).toBeVisible();
  await expect(page.getByText(payment?.id ?? 'no payment')).toBeVisible();

  // The document contains it too, and must not be cached.
  const answer = await page.request.get(page.url());
  expect(answer.headers()['cache-control']).toBe('private, no-store');
  const text = await answer.text();
  for (const words of ['Booking confirmed', payment?.id ?? 'no payment']) expect(text).toContain(words);

  // Neither the draft nor the selection is kept.
  await page.goto('/checkout');
  await expect(page.getByRole('heading', { name: 'No batch is chosen yet' })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('after a failed payment, the visitor pays the same order', async ({ page }) => {
  const email = newEmail();
  await chooseSeats(page, 1);
  await fillIn(page, email);
  const { orderId } = await openDialog(page);
  await press(page, 'Fail');
  await expect(widget(page).getByRole('alert')).not.toBeEmpty();

  // The dialog is closed and opened again, for the same order.
  await press(page, 'Dismiss');
  let furtherOrders = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/checkout')) furtherOrders += 1;
  });
  await payButton(page).click();
  await press(page, 'Success');
  await expect(page).toHaveURL(/\/thankyou$/);
  expect(furtherOrders).toBe(0);

  const statuses = (await paymentsOf(orderId)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual(['captured', 'failed']);
  expect(await bookingsOf(email)).toHaveLength(1);
});

test('closing the dialog is only logged', { tag: nightly }, async ({ page }) => {
  const email = newEmail();
  const logged: string[] = [];
  const calls: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await chooseSeats(page, 2);
  await fillIn(page, email);
  const { orderId } = await openDialog(page);
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(request.url());
  });
  await press(page, 'Dismiss');
  await expect(widget(page)).toHaveCount(0);
  await expect.poll(() => logged.filter((text) => text.includes('closed'))).toHaveLength(1);

  await expect(page).toHaveURL(/\/checkout$/);
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
  await expect(payButton(page)).toBeEnabled();
  await expect(page.locator('.Toastify__toast')).toHaveCount(0);
  expect(calls).toEqual([]);
  expect(await paymentsOf(orderId)).toEqual([]);
});

test('a payment that is made while the page is closed is booked, and the visitor who comes back sees it', async ({
  page,
  context,
}) => {
  const email = newEmail();
  await chooseSeats(page, 2);
  await fillIn(page, email);
  const { orderId } = await openDialog(page);
  await page.close();
  await post(`${stackAddresses.sandboxUrl}/_sandbox/pay`, { order_id: orderId, outcome: 'captured' });
  await expect.poll(() => bookingsOf(email)).toHaveLength(1);

  const later = await context.newPage();
  await later.goto('/checkout');
  await expect(later.getByRole('heading', { name: 'Your payment has been received' })).toBeVisible();
  await expect(later.getByText(/You do not need to pay again/)).toBeVisible();
  await later.getByRole('link', { name: 'See your booking' }).click();
  await expect(later.getByRole('status').filter({ hasText: 'Booking confirmed' })).toBeVisible();
  await expect(later.getByText(email)).toBeVisible();
});

test('a visitor whose payment arrived after the dialog was closed is not asked to pay again', {
  tag: nightly,
}, async ({ page }) => {
  const email = newEmail();
  await chooseSeats(page, 1);
  await fillIn(page, email);
  const { orderId } = await openDialog(page);
  await press(page, 'Dismiss');
  // Paid in an app on the phone, after the dialog was closed.
  await post(`${stackAddresses.sandboxUrl}/_sandbox/pay`, { order_id: orderId, outcome: 'captured' });
  await expect.poll(() => bookingsOf(email)).toHaveLength(1);
  await payButton(page).click();
  await expect(page.getByRole('heading', { name: 'Your payment has been received' })).toBeVisible();
  await expect(widget(page)).toHaveCount(0);
  expect(await paymentsOf(orderId)).toHaveLength(1);
});

test('a payment is booked if the page is closed before its call to the server succeeds', {
  tag: nightly,
}, async ({ page, context }) => {
  const email = newEmail();
  await page.route('**/api/booking', (route) => route.abort());
  await chooseSeats(page, 1);
  await fillIn(page, email);
  const { orderId } = await openDialog(page);
  await press(page, 'Success');
  await expect(page.getByRole('heading', { name: 'Your payment is safe' })).toBeVisible();
  await page.close();
  await expect.poll(() => bookingsOf(email)).toHaveLength(1);

  const later = await context.newPage();
  await later.goto('/checkout');
  await expect(later).toHaveURL(/\/thankyou$/);
  expect(await bookingsOf(email)).toHaveLength(1);
  expect(await paymentsOf(orderId)).toHaveLength(1);
});

test('after a payment, Back does not lead to the paid form', async ({ page }) => {
  const email = newEmail();
  await chooseSeats(page, 1);
  await fillIn(page, email);
  const { orderId } = await openDialog(page);
  await press(page, 'Success');
  await expect(page).toHaveURL(/\/thankyou$/);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${schedule}$`));
  await page.goForward();
  await expect(page).toHaveURL(/\/thankyou$/);
  expect(await paymentsOf(orderId)).toHaveLength(1);
  expect(await bookingsOf(email)).toHaveLength(1);
});

test('after Back to the schedule, the checkout has the new selection', { tag: nightly }, async ({ page }) => {
  // Fewer seats than a group, because a group discount is applied automatically.
  await chooseSeats(page, 1);
  const total = await line(page, 'Total to pay');
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(schedule));
  await enrol(page, 2);
  expect(await line(page, 'Total to pay')).toBe(2 * total);
});

test('a reload keeps the selection', { tag: nightly }, async ({ page }) => {
  await chooseSeats(page, 3);
  const before = await summary(page).locator('dl').textContent();
  await page.reload();
  await expect(summary(page)).toBeVisible();
  expect(await summary(page).locator('dl').textContent()).toBe(before);
  // A new document without history state keeps it too.
  await page.goto('/checkout');
  await expect(summary(page).locator('dl')).toHaveText(before ?? '');
});

test('Enroll passes the selection to the checkout also before the scripts of the schedule run', async ({
  page,
}) => {
  await page.route(/\.js$/, (route) => route.abort());
  await page.goto(schedule);
  await page.unrouteAll();
  await page
    .getByRole('article')
    .first()
    .getByRole('link', { name: /Enroll/ })
    .click();
  const summary = page.getByRole('region', { name: 'Your order' });
  await expect(summary.getByText('Seats', { exact: true }).locator('+ dd')).toHaveText('1');
  await expect(page).toHaveURL(/\/checkout$/);
  await page.reload();
  await expect(summary).toContainText('Leading SAFe');
});

test('without a selection, the checkout shows a message and the courses', async ({ page }) => {
  await page.goto('/checkout');
  await expect(page.getByRole('heading', { name: 'No batch is chosen yet' })).toBeVisible();
  await page
    .getByRole('link', { name: /Leading SAFe/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /Leading SAFe/ })).toBeVisible();
});

test.describe('while the upstream takes no bookings', () => {
  const fault = (kind: object) => post(`${stackAddresses.upstreamUrl}/_upstream/faults`, kind);
  test.afterEach(() => fault({ kind: 'none' }));

  test('the receipt, not the thank-you page, is shown until the booking is made', async ({
    page,
    context,
  }) => {
    // The booking is retried with back-off.
    test.slow();
    const email = newEmail();
    await fault({ kind: 'http_500', calls: ['booking'] });
    await chooseSeats(page, 1);
    await fillIn(page, email);
    await openDialog(page);
    await press(page, 'Success');
    await expect(page).toHaveURL(/\/receipt\/[0-9a-f]{40}$/);
    await expect(page.getByRole('alert').filter({ hasText: 'Payment received' })).toBeVisible();
    const standing = page.getByRole('status');
    await expect(standing.filter({ hasText: 'Payment received, booking being confirmed' })).toBeVisible();
    expect(await bookingsOf(email)).toEqual([]);
    const receipt = page.url();
    await page.close();

    // After the tab was closed, the browser has only the path of the receipt.
    const later = await context.newPage();
    await later.goto('/checkout');
    const kept = await later.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(kept).toContain('/receipt/');
    expect(kept).not.toMatch(new RegExp(`${email}|Asha|98450`));
    await later.getByRole('link', { name: 'your last payment' }).click();
    await expect(later).toHaveURL(receipt);

    await fault({ kind: 'none' });
    await expect.poll(() => bookingsOf(email), { timeout: 60_000 }).toHaveLength(1);
    // The open receipt updates automatically.
    await expect(later.getByRole('status').filter({ hasText: 'Booking confirmed' })).toBeVisible();
    await later.goto('/checkout');
    await expect(later.getByRole('heading', { name: 'No batch is chosen yet' })).toBeVisible();
    await expect(later.getByRole('link', { name: 'your last payment' })).toHaveCount(0);
  });
});

test('only the three documented fields of the widget are sent to the server', { tag: nightly }, async ({
  page,
}) => {
  const email = newEmail();
  await page.route('**/v1/checkout/payments', async (route) => {
    const response = await route.fetch();
    const more = { org_name: 'Razorpay', custom_branding: false, error: undefined, metadata: { a: [1] } };
    await route.fulfill({ response, json: { ...(await response.json()), ...more } });
  });
  await chooseSeats(page, 1);
  await fillIn(page, email);
  await openDialog(page);
  const told = page.waitForRequest((request) => request.url().endsWith('/api/booking'));
  await press(page, 'Success');
  const fields = Object.keys((await told).postDataJSON());
  expect(fields.filter((name) => name.startsWith('razorpay_')).sort()).toEqual([
    'razorpay_order_id',
    'razorpay_payment_id',
    'razorpay_signature',
  ]);
  for (const name of ['org_name', 'custom_branding', 'metadata', 'status_code'])
    expect(fields).not.toContain(name);
  await expect(page).toHaveURL(/\/thankyou$/);
  expect(await bookingsOf(email)).toHaveLength(1);
});

test('a reload while the booking is being confirmed sends the payment again', {
  tag: nightly,
}, async ({ page }) => {
  const email = newEmail();
  const away = {
    status: 503,
    headers: { 'retry-after': '10' },
    json: { status: 0, message: 'Please wait.' },
  };
  await page.route('**/api/booking', (route) => route.fulfill(away));
  await chooseSeats(page, 1);
  await fillIn(page, email);
  const { orderId } = await openDialog(page);
  await press(page, 'Success');
  await expect(page.getByRole('heading', { name: 'Your payment is safe' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your payment is safe' })).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  await page.unroute('**/api/booking');
  // Automatically, without a click.
  await expect(page).toHaveURL(/\/thankyou$/);
  expect(await paymentsOf(orderId)).toHaveLength(1);
  expect(await bookingsOf(email)).toHaveLength(1);
});

test('the dialog does not offer to type a UPI id', async ({ page }) => {
  await chooseSeats(page, 1);
  await fillIn(page, newEmail());
  await openDialog(page);
  await expect(widget(page)).toContainText('UPI QR code');
  await expect(widget(page)).not.toContainText('UPI ID');
});

test.describe('in a browser inside another app', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0 Mobile Safari/537.36 Instagram 400.0.0 Android',
    viewport: { width: 390, height: 800 },
  });

  const hosted = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  /** @returns Razorpay's id of the order */
  async function leaveForPayment(page: Page): Promise<string> {
    await payButton(page).click();
    await expect(page).toHaveURL(/\/v1\/checkout\/embedded$/);
    return page.locator('input[name=order_id]').inputValue();
  }

  test('a failure leads back to the checkout, and a payment to its receipt', async ({ page }) => {
    const complaints = watchConsole(page);
    const email = newEmail();
    await chooseSeats(page, 2);
    const total = await line(page, 'Total to pay');
    await fillIn(page, email);
    await leaveForPayment(page);
    await hosted(page, 'Fail').click();
    await expect(page).toHaveURL(/\/checkout$/);
    await expect(page.getByText(/The payment did not go through/)).toBeVisible();
    expect(await line(page, 'Total to pay')).toBe(total);

    await fillIn(page, email);
    const orderId = await leaveForPayment(page);
    expect(paiseIn(await page.locator('.amount').textContent())).toBe(total);
    await hosted(page, 'Success').click();
    await expect(page).toHaveURL(/\/receipt\/[0-9a-f]{40}$/);
    await expect(page.getByRole('status').filter({ hasText: 'Booking confirmed' })).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
    expect(await paymentsOf(orderId)).toMatchObject([{ status: 'captured', amount: total }]);
    expect(await bookingsOf(email)).toHaveLength(1);
    // The document contains the receipt. The stored order is deleted when the page's code runs.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('checkout-order'))).toBeNull();
    await page.goto('/checkout');
    await expect(page.getByRole('heading', { name: 'No batch is chosen yet' })).toBeVisible();
    expect(complaints).toEqual([]);
  });

  test('Back leads to a form that works', { tag: nightly }, async ({ page }) => {
    await chooseSeats(page, 1);
    await fillIn(page, newEmail());
    await leaveForPayment(page);
    await page.goBack();
    await expect(page).toHaveURL(/\/checkout$/);
    await expect(payButton(page)).toBeEnabled();
  });
});

test.describe('when the fee changes', () => {
  /** With it, two seats of the most expensive batch stay below 50,000 rupees, where no address is required. */
  const addedRupees = 500;
  /** No other test uses the fees of this course. */
  const courseId = 103;

  /** Raises the fees of the course's batches in the upstream. */
  async function raiseFees(): Promise<void> {
    const listed = await post(`${stackAddresses.upstreamUrl}/${batchListCall}`, { course_id: courseId });
    const { batches } = batchListData.parse(listed);
    const changes = batches.map(({ id, version, fee, discount_fee }) => ({
      id,
      version,
      fee: fee + addedRupees,
      discount_fee: discount_fee + addedRupees,
    }));
    const saved = await post(`${stackAddresses.upstreamUrl}/${batchChangeCall}`, { changes });
    expect(batchSavedData.parse(saved).faults).toEqual([]);
  }

  test('the visitor must agree to the new total before the dialog opens', async ({ page }) => {
    const email = newEmail();
    await chooseSeats(page, 2, `/view-schedule/${courseId}`);
    const seen = await line(page, 'Total to pay');
    await raiseFees();
    await fillIn(page, email);
    await payButton(page).click();

    const changed = Math.round(2 * paiseOf(addedRupees) * 1.18);
    const hint = page.locator('form').getByRole('alert');
    await expect(hint).toContainText('has changed');
    expect(paiseIn(await hint.locator('strong').textContent())).toBe(seen + changed);
    await expect(widget(page)).toHaveCount(0);
    expect(await line(page, 'Total to pay')).toBe(seen + changed);

    await page.getByRole('button', { name: /Agree and pay/ }).click();
    await expect(widget(page)).toBeVisible();
    expect(paiseIn(await widget(page).locator('.rzp-sandbox-amount').textContent())).toBe(seen + changed);
    await press(page, 'Success');
    await expect(page).toHaveURL(/\/thankyou$/);
    const [made, ...others] = await bookingsOf(email);
    expect(others).toEqual([]);
    expect(paiseOf(made?.total_fee ?? 0)).toBe(seen + changed);
  });
});
