/** The operators' console, from an invitation to a refund. */
import { totpOf } from '@meridian/stack/totp';
import { expect, type Page, test } from '@playwright/test';
import { watchConsole } from '../support/console.ts';
import { enrol, expectAccessible, openConsole, password } from '../support/console-operator.ts';
import { payForSeats } from '../support/paid-order.ts';
import { nightly } from '../support/sampling.ts';
import { stackAddresses } from '../support/stack-addresses.ts';
import { upstreamFault } from '../support/upstream-faults.ts';

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
}

test('console: an operator is invited, books an order that the upstream refused, refunds a seat and signs out', async ({
  page,
}) => {
  // Takes ten seconds on an idle machine.
  test.slow();
  const complaints = watchConsole(page);
  // The upstream refuses this booking: the order waits for an operator.
  await upstreamFault({ kind: 'refuse', calls: ['booking'], times: 1 });
  await payForSeats(stackAddresses);
  const email = `operator-${Date.now()}@example.com`;
  const secret = await enrol(page, email);
  await signOut(page);

  // After the sign-in, the linked page opens. Uses the next code, because each code works once.
  await page.goto(`${stackAddresses.consoleUrl}/orders?cases=open`);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel(/^Code of/).fill(totpOf(secret, 1));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: /^Orders/ })).toBeVisible();

  // Opens the order by keyboard.
  await page.keyboard.press('/');
  await page.keyboard.type('asha.rao@');
  await page.keyboard.press('Enter');
  const order = page.getByRole('table', { name: 'Orders' }).getByRole('link', { name: 'Asha Rao' }).first();
  await expectAccessible(page);
  await order.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Book order', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Effects' })).toContainText('sent to the upstream');
  await page.getByLabel(/^Reason/).fill('seats are free again');
  await page.getByRole('dialog').getByRole('button', { name: 'Book order' }).click();
  const cancel = page.getByRole('button', { name: 'Cancel seats' });
  // The page updates automatically.
  await expect(cancel).toBeVisible();
  await expectAccessible(page);

  await cancel.click();
  await expect(page.getByRole('list', { name: 'Effects' })).toContainText('1 seat cancelled');
  await page.getByLabel(/^Reason/).fill('asked by phone');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel 1 seat' }).click();
  await expect(page.getByText('An operator cancels seats')).toBeVisible();
  await expect(page.getByText('1 of 2 seats', { exact: false }).first()).toBeVisible();
  const documents = page.getByRole('region', { name: 'Documents and emails' });
  await expect(documents.getByText(/MAC\/\S+ credit note/)).toBeVisible();
  const mail = documents.getByRole('listitem').filter({ hasText: 'Email “credit note”' });
  await expect(mail).toContainText('sent');
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText(email);

  await signOut(page);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(complaints.filter((complaint) => !/401|Unauthorized/.test(complaint))).toEqual([]);
});

test('console: by keyboard alone, an action is found, and its dialog is opened and closed', {
  tag: nightly,
}, async ({ page }) => {
  await openConsole(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('new coup');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New coupon' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('audit');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Action', exact: true }).selectOption({ label: 'Signed in' });
  await expect(page.getByRole('list', { name: 'Audit log' })).toContainText('second factor set up');
  await expect(page.getByRole('list', { name: 'Audit log' })).not.toContainText('Invited an operator');
  await expectAccessible(page);
});

test('console: a month is shown only if the provider answers, and can be requested again', {
  tag: nightly,
}, async ({ page, request }) => {
  test.slow();
  await openConsole(page);
  const faults = `${stackAddresses.sandboxUrl}/_sandbox/faults`;
  await request.post(faults, { data: { service: 'razorpay', kind: 'http_500', times: 1_000 } });
  try {
    await page.goto(`${stackAddresses.consoleUrl}/reconciliation?month=2026-01`);
    await expect(page.getByRole('alert')).toContainText('The payment provider did not answer');
    await expect(page.getByRole('region', { name: 'Sums' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'CSV of the month' })).toBeHidden();
    await expectAccessible(page);
  } finally {
    await request.delete(faults);
  }
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Everything is reconciled.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'CSV of the month' })).toBeVisible();
});

test('console: the page of a missing record has its heading and a link back', { tag: nightly }, async ({
  page,
}) => {
  await openConsole(page);
  for (const [path, name] of [
    ['orders', 'Order'],
    ['leads', 'Lead'],
    ['mails', 'Email'],
    ['complaints', 'Complaint'],
    ['batches', 'Batch'],
  ] as const) {
    const id = path === 'batches' ? '404' : '01890000-0000-7000-8000-000000000000';
    await page.goto(`${stackAddresses.consoleUrl}/${path}/${id}`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
    await expect(page.getByRole('main').getByRole('link', { name: /^←/ })).toHaveAttribute(
      'href',
      `/${path}`,
    );
    await expectAccessible(page);
  }
});

test('console: the public port does not serve it', async ({ request }) => {
  for (const path of ['/console/api/session', '/console', '/invitation'])
    expect((await request.get(path)).status(), path).toBe(404);
});

test('console: a passkey signs in without password and code, also after six wrong passwords', async ({
  page,
}) => {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const email = `passkey-${Date.now()}@example.com`;
  await enrol(page, email);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText(/The passkey is added/)).toBeVisible();
  await signOut(page);
  for (let wrong = 0; wrong < 6; wrong += 1) {
    const answer = await page.request.post(`${stackAddresses.consoleUrl}/console/api/session`, {
      headers: { origin: stackAddresses.consoleUrl },
      data: { email, password: 'a guess', code: '000000' },
    });
    expect(answer.status()).toBe(401);
  }
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Today', exact: true })).toBeVisible();
});
