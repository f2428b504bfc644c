import { expect, type Page, test } from '@playwright/test';
import { openPage } from '../support/pages.ts';

const offer = (page: Page) => page.getByRole('button', { name: 'Get the offer' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Get the special offer' });

test('a modal is painted before the rest of the page becomes inert, and has the focus before and after that', async ({
  page,
}) => {
  await openPage(page, '/');
  // Without this callback, the dialog is painted but does not become modal.
  const frames = await page.evaluateHandle(() => {
    const { requestAnimationFrame } = window;
    window.requestAnimationFrame = () => 0;
    return { requestAnimationFrame };
  });
  await offer(page).click();
  await expect(page.locator('dialog:popover-open:not(:modal)')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeFocused();
  const box = await dialog(page).boundingBox();
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(offer(page)).toBeFocused();

  await frames.evaluate((kept) => Object.assign(window, kept));
  await offer(page).click();
  await expect(page.locator('dialog:modal')).toBeVisible();
  await expect(dialog(page).getByLabel('Full Name')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeFocused();
  expect((await dialog(page).boundingBox())?.x).toBe(box?.x);
  expect((await dialog(page).boundingBox())?.width).toBe(box?.width);
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(offer(page)).toBeFocused();
});

test('a modal opens without the code of its form, and shows the form after a retry', async ({ page }) => {
  await page.route(/\/lead-form-/, (route) => route.abort());
  await openPage(page, '/');
  await offer(page).click();
  await expect(page.locator('dialog:modal')).toBeVisible();
  await expect(dialog(page)).toContainText('This part of the page could not be loaded');
  await page.unroute(/\/lead-form-/);
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await dialog(page).getByLabel('Full Name').fill('Asha Rao');
  await expect(dialog(page).getByLabel('Full Name')).toHaveValue('Asha Rao');
});

test('the code of a form is fetched while the pointer rests on the button that opens it', async ({
  page,
}) => {
  await openPage(page, '/');
  const code = page.waitForResponse(/\/lead-form-/);
  await offer(page).hover();
  expect((await code).status()).toBe(200);
});

test('the code of a form comes in one round trip', async ({ page }) => {
  await openPage(page, '/');
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const requested: string[] = [];
  await page.route('**/assets/*.js', async (route) => {
    // The code of the toasts is loaded after the form.
    if (!route.request().url().includes('/toast-area-')) requested.push(route.request().url());
    await answered;
    await route.continue();
  });
  await offer(page).click();
  await expect(page.locator('dialog:modal')).toBeVisible();
  await expect.poll(() => requested.join()).toContain('/lead-form-');
  const first = [...requested];
  answer();
  await expect(dialog(page).getByLabel('Full Name')).toBeVisible();
  expect(requested).toEqual(first);
});
