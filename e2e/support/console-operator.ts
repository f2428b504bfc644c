/** An operator who uses the console in a browser. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { totpOf } from '@meridian/stack/totp';
import { type Cookie, expect, type Page } from '@playwright/test';
import { axeFaults } from './axe-faults.ts';
import { opsProgram } from './ops-program.ts';
import { stackAddresses } from './stack-addresses.ts';

export const password = 'correct horse battery';

async function invite(email: string): Promise<string> {
  const { databaseUrl, consoleUrl } = stackAddresses;
  const args = [opsProgram, 'operators', 'invite', email, '--role', 'admin', '--json'];
  const env = { ...process.env, DATABASE_URL: databaseUrl, CONSOLE_URL: consoleUrl };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return JSON.parse(stdout).link;
}

/** Accepts an invitation. @returns the secret of the authenticator app */
export async function enrol(page: Page, email: string): Promise<string> {
  await page.goto(await invite(email));
  await page.getByLabel('Your name').fill('Meera Rao');
  await page.getByLabel(/^A password/).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  const key = page.getByText(/^Key: /).locator('code');
  const secret = (await key.textContent()) ?? '';
  await page.getByLabel(/^Code of/).fill(totpOf(secret));
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByRole('heading', { name: 'Today', exact: true })).toBeVisible();
  return secret;
}

let session: Cookie[] = [];

/** Opens the console with a session that all tests of a worker share. No test may end it. */
export async function openConsole(page: Page): Promise<void> {
  if (session.length === 0) {
    await enrol(page, `shared-${Date.now()}@example.com`);
    session = await page.context().cookies(stackAddresses.consoleUrl);
    return;
  }
  await page.context().addCookies(session);
  await page.goto(stackAddresses.consoleUrl);
  await expect(page.getByRole('heading', { name: 'Today', exact: true })).toBeVisible();
}

export async function expectAccessible(page: Page): Promise<void> {
  // Polled, because the colours of a button change gradually when it is enabled.
  await expect.poll(() => axeFaults(page)).toEqual([]);
}
