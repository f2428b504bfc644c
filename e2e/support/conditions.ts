import { expect, type Page } from '@playwright/test';
import { hydrated } from './hydrated.ts';
import { watchRequests } from './settled.ts';
import { upstreamFault } from './upstream-faults.ts';

/** A screen under test. */
export interface TriedScreen {
  name: string;
  path: string;
  /** True if the screen is a 404 even without faults. */
  missing?: boolean;
}

/** Context for trying a condition. The page has not been opened yet. */
export interface Trial {
  screen: TriedScreen;
  page: Page;
}

/** Asserts what is true of every screen: it has a heading, this site's header and footer, and content. */
export async function expectWhole(page: Page, { missing }: TriedScreen): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeAttached();
  const text = (await page.getByRole('main').textContent()) ?? '';
  // The shortest screen of the specification contains only "Demo".
  expect(text.trim().length).toBeGreaterThan(3);
  if (!missing) expect(text).not.toContain('This page does not exist');
}

/** Asserts that an internal link works. */
export async function expectLeadsOn(page: Page): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Drop a Query' }).click();
  await expect(page).toHaveURL('/contact-us');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByLabel('First Name')).toBeVisible();
}

/**
 * Opens the page. Asserts its usual status, or a 503 with the text of the specification, and that the page
 * works.
 */
async function openInTrouble({ screen, page }: Trial, words: RegExp): Promise<void> {
  const response = await page.goto(screen.path);
  const status = response?.status() ?? 0;
  expect([screen.missing ? 404 : 200, 503]).toContain(status);
  await expectWhole(page, screen);
  if (status === 503) {
    expect(response?.headers()['cache-control']).toBe('no-store');
    await expect(page.getByRole('main').getByText(words).first()).toBeVisible();
  }
  await hydrated(page);
  await expectWhole(page, screen);
  await expectLeadsOn(page);
}

const refusedText = /Failed to load (?:resources )?content/;
const unansweredText = /Fetch error|An error occurred while fetching resources/;

async function withFault(kind: string, work: () => Promise<void>): Promise<void> {
  await upstreamFault({ kind });
  try {
    await work();
  } finally {
    await upstreamFault({ kind: 'none' });
  }
}

/** @returns the scripts of the document, in order of execution */
export async function scriptsOf({ page, screen }: Trial): Promise<string[]> {
  const html = await (await page.request.get(screen.path)).text();
  return /data-modules="([^"]*)"/.exec(html)?.[1]?.split(' ') ?? [];
}

/** Loads the page while one of its scripts cannot be loaded. */
export async function withoutScript(trial: Trial, script: string): Promise<void> {
  const { page, screen } = trial;
  const settled = watchRequests(page);
  await page.route(`**${script}`, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith(script));
  // The page may reload itself before it is loaded.
  await page.goto(screen.path, { waitUntil: 'commit' });
  await failed;
  await settled();
  await expectWhole(page, screen);
  await expectLeadsOn(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

/** Conditions that every screen must withstand. Each is tried on a new page. */
export const conditions: Readonly<Record<string, (trial: Trial) => Promise<void>>> = {
  'upstream refusing': (trial) => withFault('refuse', () => openInTrouble(trial, refusedText)),
  'upstream down': (trial) => withFault('http_500', () => openInTrouble(trial, unansweredText)),
  async 'upstream slow'(trial) {
    const { page, screen } = trial;
    await page.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      await route.continue();
    });
    await withFault('slow', async () => {
      await page.goto(screen.path);
      await expectWhole(page, screen);
      await hydrated(page);
      await expectWhole(page, screen);
      await expectLeadsOn(page);
    });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
  async 'one script failing'(trial) {
    const scripts = await scriptsOf(trial);
    expect(scripts.length).toBeGreaterThan(1);
    const [first = '', last = ''] = [scripts[0], scripts.at(-1)];
    await withoutScript(trial, trial.screen.path.length % 2 === 0 ? first : last);
  },
  async 'Back and Forward'({ page, screen }) {
    await page.goto(screen.path);
    await hydrated(page);
    const heading = page.getByRole('heading', { level: 1 });
    const title = (await heading.textContent()) ?? '';
    const elsewhere = screen.path === '/privacy-policy' ? 'Terms and Conditions' : 'Privacy Policy';
    await page.getByRole('contentinfo').getByRole('link', { name: elsewhere }).click();
    await expect(heading).toHaveText(elsewhere);
    await page.goBack();
    await expect(heading).toHaveText(title);
    await expectWhole(page, screen);
    await page.goForward();
    await expect(heading).toHaveText(elsewhere);
  },
  async reload({ page, screen }) {
    await page.goto(screen.path);
    await hydrated(page);
    const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    await page.reload();
    await hydrated(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expectWhole(page, screen);
  },
};
