import { startStack } from '@meridian/stack/stack';
import { expect, type Page, test } from '@playwright/test';
import { axeFaults } from '../support/axe-faults.ts';
import { checkoutForm } from '../support/checkout.ts';
import { watchConsole } from '../support/console.ts';
import { hydrated } from '../support/hydrated.ts';
import { watchLayoutShifts } from '../support/layout-shifts.ts';
import { coursePath } from '../support/pages.ts';

// The other specs have a site without these settings.
let stack: Awaited<ReturnType<typeof startStack>>;
test.beforeAll(async () => {
  stack = await startStack({
    env: {
      LOG_LEVEL: 'warn',
      GA4_MEASUREMENT_ID: 'G-TEST123456',
      META_PIXEL_ID: '1234567890',
      SITE_VERIFICATION: 'google=abc-123,facebook=def456',
    },
  });
});
test.afterAll(() => stack.stop());

const thirdParties = /google|facebook/;

/** Answers requests to other sites. @returns the addresses of Google and Meta that the page requests */
async function watchThirdParties(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route(/^https:/, (route) => {
    const url = route.request().url();
    if (thirdParties.test(url)) asked.push(url);
    return url.includes('.js') || url.includes('gtag')
      ? route.fulfill({ contentType: 'text/javascript', body: '' })
      : route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' });
  });
  return asked;
}

const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' });
const settingsButton = (page: Page) => page.getByRole('button', { name: 'Cookie settings' });
const framesOf = (page: Page) => page.frames().filter((frame) => frame !== page.mainFrame());

/** The commands in the frame, as each service gets them. */
async function told(page: Page): Promise<{ google: unknown[][]; meta: unknown[][] }> {
  const [frame] = framesOf(page);
  if (!frame) return { google: [], meta: [] };
  return frame.evaluate(() => {
    const { dataLayer = [], fbq } = window as unknown as {
      dataLayer?: ArrayLike<unknown>[];
      fbq?: { queue: unknown[][] };
    };
    return { google: dataLayer.map((entry) => Array.from(entry)), meta: fbq?.queue ?? [] };
  });
}
const purchases = async (page: Page) => {
  const { google, meta } = await told(page);
  return [google.filter(([, name]) => name === 'purchase'), meta.filter(([, name]) => name === 'Purchase')];
};

test('nothing is loaded before consent or after a refusal', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const complaints = watchConsole(page);
  const asked = await watchThirdParties(page);
  const expectNoShifts = await watchLayoutShifts(page);
  await page.goto(`${stack.baseUrl}${coursePath}`);
  await hydrated(page);
  await expect(banner(page)).toBeVisible();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    // Without the link that skips to the content, because the banner comes before this link.
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeFaults(page, { except: ['a[href="#content"]'] }), colorScheme).toEqual([]);
    }
    const box = await banner(page).boundingBox();
    expect(box?.width).toBe(width);
    expect(box?.height).toBeLessThan(844 / 3);
    const sizes = await Promise.all(
      ['Refuse', 'Accept'].map((name) => banner(page).getByRole('button', { name }).boundingBox()),
    );
    expect(sizes[0]?.width).toBe(sizes[1]?.width);
    expect(sizes[0]?.height).toBeGreaterThanOrEqual(44);
  }

  // The banner is the first stop of the keyboard.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(banner(page)).toHaveCount(0);
  await page.reload();
  await expect(settingsButton(page)).toBeAttached();
  await expect(banner(page)).toHaveCount(0);
  expect(framesOf(page)).toEqual([]);
  expect(asked).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
  await expectNoShifts();

  // The choice can be changed, and changed back.
  await settingsButton(page).click();
  await expect(banner(page).getByRole('button', { name: 'Refuse' })).toBeFocused();
  await banner(page).getByRole('button', { name: 'Accept' }).click();
  await expect
    .poll(() => asked.map((url) => new URL(url).hostname))
    .toEqual(['www.googletagmanager.com', 'connect.facebook.net']);
  await settingsButton(page).click();
  await banner(page).getByRole('button', { name: 'Refuse' }).click();
  await expect.poll(() => framesOf(page).length).toBe(0);
  expect(complaints).toEqual([]);
});

test('pages are reported without tokens, and a purchase is reported once, with its value', async ({
  page,
}) => {
  const complaints = watchConsole(page);
  await watchThirdParties(page);
  await page.goto(`${stack.baseUrl}/view-schedule/101?utm_source=google&email=asha@example.com`);
  await banner(page).getByRole('button', { name: 'Accept' }).click();
  const first = '/view-schedule/101?utm_source=google"';
  await expect.poll(async () => JSON.stringify(await told(page))).toContain(first);
  expect(JSON.stringify(await told(page))).not.toContain('asha');
  await page
    .getByRole('article')
    .first()
    .getByRole('link', { name: /Enroll/ })
    .click();
  await expect(page).toHaveURL(/\/checkout$/);
  const form = checkoutForm(page);
  await form.getByLabel('First Name').fill('Asha');
  await form.getByLabel('Last Name').fill('Rao');
  await form.getByLabel('Email', { exact: true }).fill('asha.rao@example.com');
  await form.getByLabel('Phone Number').fill('98450 12345');
  await form.getByLabel('State', { exact: true }).selectOption('Karnataka');
  await form.getByRole('button', { name: /[Pp]ay/ }).click();
  await page.locator('dialog', { hasText: 'Test mode' }).getByRole('button', { name: 'Success' }).click();
  await expect(page).toHaveURL(/\/thankyou$/);
  await expect.poll(() => purchases(page)).toHaveLength(2);
  await expect.poll(async () => (await purchases(page)).map((one) => one.length)).toEqual([1, 1]);
  const [[google] = [], [meta] = []] = await purchases(page);
  expect(google).toMatchObject([
    'event',
    'purchase',
    { currency: 'INR', value: expect.any(Number), transaction_id: expect.stringMatching(/^[A-Z0-9]{6}$/) },
  ]);
  const { value, transaction_id: orderId } = (google ?? [])[2] as { value: number; transaction_id: string };
  expect(meta).toMatchObject(['track', 'Purchase', { value, currency: 'INR' }, { eventID: orderId }]);

  await page.getByRole('link', { name: 'See your booking' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Booking confirmed' })).toBeVisible();
  await expect.poll(async () => JSON.stringify(await told(page))).toContain('/receipt"');
  const all = JSON.stringify(await told(page));
  for (const secret of [page.url(), 'asha', 'Asha', '98450', 'Rao']) expect(all).not.toContain(secret);
  await expect.poll(async () => (await purchases(page)).map((one) => one.length)).toEqual([1, 1]);

  // Neither a reload nor Back reports the purchase again.
  await page.reload();
  await expect.poll(async () => JSON.stringify(await told(page))).toContain('/receipt"');
  await page.goBack();
  await expect(page).toHaveURL(/\/thankyou$/);
  await expect.poll(async () => JSON.stringify(await told(page))).toContain('/thankyou"');
  expect(await purchases(page)).toEqual([[], []]);
  expect(complaints).toEqual([]);
});

test('Global Privacy Control counts as a refusal: there is no banner, and nothing is loaded', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });
  });
  const asked = await watchThirdParties(page);
  await page.goto(`${stack.baseUrl}/about-us`);
  await expect(settingsButton(page)).toBeAttached();
  await expect(banner(page)).toHaveCount(0);
  expect(asked).toEqual([]);
});

test('only the home page has the tags that verify the owner of the site', async ({ page }) => {
  const tag = (name: string) => page.locator(`meta[name="${name}"]`);
  await page.goto(stack.baseUrl);
  await expect(tag('google-site-verification')).toHaveAttribute('content', 'abc-123');
  await expect(tag('facebook-domain-verification')).toHaveAttribute('content', 'def456');
  await page.goto(`${stack.baseUrl}/about-us`);
  await expect(tag('google-site-verification')).toHaveCount(0);
});
