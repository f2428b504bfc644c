/**
 * A visitor in a real browser with a page of one version, whose later requests are answered by another
 * version.
 */
import { type Browser, expect as expectWithin, type Page } from '@playwright/test';
import { hydrated } from '../../../e2e/support/hydrated.ts';

export interface BrowserVisitor {
  /** Opens a course, sends a form, opens the schedule and buys a seat. Fails if the page reloads before the checkout. */
  enrol: () => Promise<void>;
  /** Answers with an error status, requests without an answer, and uncaught exceptions. */
  problems: string[];
  close: () => Promise<void>;
}

/** The time-out is long, because one machine runs all parts. */
const expect = expectWithin.configure({ timeout: 30_000 });

declare global {
  interface Window {
    /** A property of `window` that a reload removes. */
    firstDocument?: true;
  }
}

function watch(page: Page): string[] {
  const problems: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400)
      problems.push(`${answer.request().method()} ${answer.url()} ${answer.status()}`);
  });
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // The browser cancels requests that a navigation makes useless.
    if (why !== 'net::ERR_ABORTED') problems.push(`${request.method()} ${request.url()} ${why}`);
  });
  page.on('pageerror', (error) => problems.push(error.message));
  return problems;
}

async function sendForm(page: Page, email: string): Promise<void> {
  const advisor = page.locator('form').filter({ has: page.locator('#talk_to_our_advisor-full_name') });
  await advisor.getByLabel('Full Name').fill('Asha Rao');
  await advisor.getByLabel('Email').fill(email);
  await advisor.getByLabel('Phone Number').fill('98450 12345');
  await advisor.getByRole('button', { name: 'Submit' }).click();
  const thanks = page.getByRole('dialog', { name: 'Thank You!' });
  await expect(thanks).toContainText('successfully submitted');
  await thanks.getByRole('button', { name: 'ok' }).click();
}

async function buySeat(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: 'View all schedule' }).click();
  await expect(page).toHaveURL(/\/view-schedule\//);
  // The checkout loads a new document.
  expect(await page.evaluate(() => window.firstDocument), 'the page was reloaded').toBe(true);
  const batch = page.getByRole('article').first();
  await batch.getByRole('link', { name: /Enroll/ }).click();
  await expect(page).toHaveURL(/\/checkout$/);
  // A form without `action` is the page's own form, which has replaced the server's.
  const form = page.locator('form:not([action])');
  await form.getByLabel('First Name').fill('Asha');
  await form.getByLabel('Last Name').fill('Rao');
  await form.getByRole('textbox', { name: 'Email' }).fill(email);
  await form.getByLabel('Phone Number').fill('98450 12345');
  await form.getByLabel('State', { exact: true }).selectOption('Karnataka');
  await form.getByRole('button', { name: /Pay/ }).click();
  await page.getByRole('button', { name: 'Success' }).click();
  await expect(page).toHaveURL(/\/thankyou$/);
}

/** Opens the home page and waits until the network is idle. */
export async function openPage(browser: Browser, baseUrl: string, email: string): Promise<BrowserVisitor> {
  const page = await browser.newPage();
  const problems = watch(page);
  await page.goto(baseUrl);
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    window.firstDocument = true;
  });
  return {
    problems,
    async enrol() {
      const course = page.getByRole('link', { name: /Leading SAFe/ }).first();
      await course.click();
      await expect(page.getByRole('heading', { level: 1, name: /Leading SAFe/ })).toBeVisible();
      await sendForm(page, email);
      await buySeat(page, email);
    },
    close: () => page.close(),
  };
}
