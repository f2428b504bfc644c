import type { Page } from '@playwright/test';
import { openPage } from '../../e2e/support/pages.ts';
import { routes } from '../../e2e/support/routes.ts';

/** A page, or a state of a page that needs some steps. */
export interface Screen {
  name: string;
  /** Performs the steps to the state. */
  open: (page: Page) => Promise<void>;
  /** Whether the picture shows only the viewport. */
  windowOnly?: true;
}

const course = '/safe/safe-agilist-certification';
const wide = 1024;

const visit =
  (path: string): Screen['open'] =>
  (page) =>
    openPage(page, path);

const press =
  (path: string, button: string): Screen['open'] =>
  async (page) => {
    await openPage(page, path);
    await page.getByRole('button', { name: button }).first().click();
    await page.locator('dialog[open]').getByRole('textbox').first().waitFor();
  };

async function openMenu(page: Page): Promise<void> {
  await openPage(page, '/');
  if ((page.viewportSize()?.width ?? 0) >= wide) {
    await page.getByRole('button', { name: 'All Courses' }).click();
    await page.locator('#courses-menu').getByRole('link').first().waitFor();
    return;
  }
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').locator('summary').first().click();
}

async function submitEmpty(page: Page): Promise<void> {
  await openPage(page, '/contact-us');
  const form = page.locator('main form').first();
  await form.getByRole('textbox').first().focus();
  await form.getByRole('button').last().click();
  await form.getByRole('alert').first().waitFor();
}

async function checkOut(page: Page): Promise<void> {
  await openPage(page, '/view-schedule/101');
  await page
    .getByRole('article')
    .first()
    .getByRole('link', { name: /Enroll/ })
    .click();
  await page.getByLabel('First Name').waitFor();
}

async function openWidget(page: Page): Promise<void> {
  await checkOut(page);
  await page.getByLabel('First Name').fill('Asha');
  await page.getByLabel('Last Name').fill('Rao');
  await page.getByLabel('Email', { exact: true }).fill('asha.rao@example.com');
  await page.getByLabel('Phone Number').fill('98450 12345');
  await page.getByLabel('State', { exact: true }).selectOption('Karnataka');
  await page
    .locator('form')
    .getByRole('button', { name: /[Pp]ay/ })
    .click();
  await page.getByRole('button', { name: 'Success' }).waitFor();
}

async function pay(page: Page): Promise<void> {
  await openWidget(page);
  await page.getByRole('button', { name: 'Success' }).click();
  await page.waitForURL('**/thankyou');
}

async function openReceipt(page: Page): Promise<void> {
  await pay(page);
  await page.getByRole('link', { name: 'See your booking' }).click();
  await page.getByText('Booking confirmed').waitFor();
}

const fileName = (path: string) => path.slice(1).replaceAll('/', '-') || 'home';

/** All routes, and states of pages that need some steps. */
export const screens: readonly Screen[] = [
  ...routes.map((path) => ({ name: fileName(path), open: visit(path) })),
  { name: 'menu', open: openMenu, windowOnly: true },
  { name: 'special-offer', open: press('/', 'Get the offer'), windowOnly: true },
  { name: 'syllabus-form', open: press(course, 'Download Syllabus'), windowOnly: true },
  { name: 'form-errors', open: submitEmpty },
  { name: 'checkout-with-choice', open: checkOut },
  { name: 'payment-dialog', open: openWidget, windowOnly: true },
  { name: 'thankyou-after-payment', open: pay },
  { name: 'receipt', open: openReceipt },
];
