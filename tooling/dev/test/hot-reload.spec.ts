/** `pnpm dev` on a copy of the workspace: a changed component and a changed server file take effect. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { chromiumArgs, findChromium } from '../../../e2e/support/chromium.ts';
import { copyWorkspace } from './copied-workspace.ts';
import { type DevStack, startDevStack } from './dev-stack.ts';

/** Budgets for an idle machine; `DEV_BUDGETS=off` only prints the figures. */
const budgetsMs = { ready: 10_000, component: 1_000, server: 5_000 };
const waitMs = 60_000;

const executablePath = findChromium();
test.use({ launchOptions: { ...(executablePath && { executablePath }), args: [...chromiumArgs] } });

let workspace: ReturnType<typeof copyWorkspace>;
let stack: DevStack;

test.beforeAll(async () => {
  workspace = copyWorkspace();
  stack = await startDevStack(workspace.root);
});

test.afterAll(async () => {
  await stack?.stop();
  workspace?.remove();
});

function edit(path: string, from: string, to: string): void {
  const file = join(workspace.root, path);
  const text = readFileSync(file, 'utf8');
  expect(text, `${path} contains the text that the test changes`).toContain(from);
  writeFileSync(file, text.replace(from, to));
}

function classify(what: keyof typeof budgetsMs, tookMs: number): void {
  process.stdout.write(`${what}: ${Math.round(tookMs)} ms of ${budgetsMs[what]} ms\n`);
  if (process.env.DEV_BUDGETS !== 'off') expect(tookMs, what).toBeLessThan(budgetsMs[what]);
}

/** Opens a page and waits for hydration. @returns console errors */
async function open(page: Page, path: string): Promise<string[]> {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
  await page.goto(`${stack.url}${path}`);
  await page.waitForFunction(() => performance.getEntriesByName('hydrated').length > 0, null, {
    timeout: waitMs,
  });
  return complaints;
}

test('development: the stack is ready within its time budget', () => classify('ready', stack.readyMs));

test('development: a changed component appears on the page and keeps its state', async ({ page }) => {
  const complaints = await open(page, '/contact-us');
  const field = page.getByRole('textbox', { name: /name/i }).first();
  await field.fill('Asha Rao');
  // The first interaction loads and hydrates the form. The typed text is its state.
  await page.waitForLoadState('networkidle');

  edit('apps/web/src/app/layout/footer.tsx', 'Drop a Query', 'Drop us a line');
  const startedAt = performance.now();
  await expect(page.getByText('Drop us a line')).toBeAttached({ timeout: waitMs });
  classify('component', performance.now() - startedAt);
  await expect(field).toHaveValue('Asha Rao');
  expect(complaints).toEqual([]);

  // The server renders the changed component too.
  const html = await (await fetch(`${stack.url}/contact-us`)).text();
  expect(html).toContain('Drop us a line');
  expect(html).not.toContain('Drop a Query');
  edit('apps/web/src/app/layout/footer.tsx', 'Drop us a line', 'Drop a Query');
});

test('development: a changed server file takes effect', async () => {
  edit(
    'apps/bff/src/platform/http/health.ts',
    ".send({ status: 1, message: 'OK'",
    ".send({ status: 1, message: 'Changed'",
  );
  const startedAt = performance.now();
  await expect
    .poll(async () => (await fetch(`${stack.url}/healthz`)).json(), { timeout: waitMs, intervals: [20] })
    .toMatchObject({ message: 'Changed' });
  classify('server', performance.now() - startedAt);
});

test('development: a page that cannot be rendered shows the error, and is rendered again after the fix', async ({
  page,
}) => {
  edit('apps/web/src/app/layout/footer.tsx', 'Drop a Query', '{(undefined as unknown as URL).href}');
  await page.goto(`${stack.url}/contact-us`);
  await expect(page.getByText("Cannot read properties of undefined (reading 'href')")).toBeVisible();
  // The page's script must be connected before the file changes.
  await page.waitForLoadState('networkidle');
  edit('apps/web/src/app/layout/footer.tsx', '{(undefined as unknown as URL).href}', 'Drop a Query');
  await expect(page.getByText('Drop a Query')).toBeAttached({ timeout: waitMs });
});

test('development: the sources of the BFF and the site contain no development code', async () => {
  const bundleSources = ['apps/bff/src', 'apps/web/src'];
  const { execFileSync } = await import('node:child_process');
  const grep = () =>
    execFileSync('git', ['grep', '-lE', 'DEV_SERVER_URL|@dev/|react/preamble', '--', ...bundleSources], {
      cwd: join(import.meta.dirname, '../../..'),
      encoding: 'utf8',
    });
  expect(grep).toThrow();
});
