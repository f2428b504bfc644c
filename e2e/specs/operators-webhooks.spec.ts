/** Outgoing webhooks from the console to a receiver. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { watchConsole } from '../support/console.ts';
import { expectAccessible, openConsole } from '../support/console-operator.ts';
import { payForSeats } from '../support/paid-order.ts';
import { nightly } from '../support/sampling.ts';
import { stackAddresses } from '../support/stack-addresses.ts';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

test('console: an endpoint gets a test event and those of a booking, signed with its secret', {
  tag: nightly,
}, async ({ page }) => {
  test.slow();
  const received: Received[] = [];
  const receiver = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers, body });
    response.end('thanks');
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
  const complaints = watchConsole(page);
  await openConsole(page);
  await page.goto(`${stackAddresses.consoleUrl}/integrations`);
  await page.getByRole('button', { name: 'New endpoint' }).click();
  const dialog = page.getByRole('dialog', { name: 'New endpoint' });
  await dialog.getByLabel('Address (https)').fill(url);
  await expectAccessible(page);
  await dialog.getByLabel('booking.confirmed').check();
  await dialog.getByLabel('payment.captured').check();
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  const secret = (await page.getByRole('status').locator('code').textContent()) ?? '';
  expect(secret).toMatch(/^whsec_/);
  await page.getByRole('button', { name: 'Send test' }).click();
  const log = page.getByRole('list', { name: 'Deliveries' });
  await expect(log).toContainText('HTTP 200', { timeout: 30_000 });
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }

  await payForSeats(stackAddresses);
  const types = () => received.map(({ body }) => JSON.parse(body).type as string);
  await expect.poll(types, { timeout: 30_000 }).toContain('booking.confirmed');
  expect(new Set(types())).toEqual(new Set(['test', 'payment.captured', 'booking.confirmed']));
  for (const { headers, body } of received) {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const signature = createHmac('sha256', key).update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signature}`);
    expect(body).not.toContain('@');
  }

  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove endpoint' }).click();
  await expect(page.getByText('No webhook endpoints.')).toBeVisible();
  expect(complaints).toEqual([]);
  receiver.closeAllConnections();
  receiver.close();
});
