/** A payer moves a booking with an emailed link, to a cheaper and to a more expensive batch. */
import { expect, type Page, test } from '@playwright/test';
import { z } from 'zod';
import { expectAccessible } from '../support/console-operator.ts';
import { batchesOnSale, payForSeats } from '../support/paid-order.ts';
import { stackAddresses } from '../support/stack-addresses.ts';

const receipt = z.object({
  data: z.object({
    statement: z.object({ status: z.string(), headline: z.string() }),
    batch: z.object({ course_schedule_id: z.number() }),
    refunds: z.array(z.object({ amount: z.number(), state: z.string() })),
  }),
});
const mails = z.object({ data: z.array(z.object({ subject: z.string(), text: z.string() })) });

async function read(path: string) {
  const answer = await fetch(`${stackAddresses.baseUrl}/api/receipts/${path.replace('/receipt/', '')}`);
  return receipt.parse(await answer.json()).data;
}

async function linkOf(path: string, email: string): Promise<string> {
  const token = path.replace('/receipt/', '');
  const asked = `${stackAddresses.baseUrl}/api/receipts/${token}/manage-link`;
  await expect.poll(async () => (await fetch(asked, { method: 'POST' })).status).toBe(200);
  let link = '';
  await expect
    .poll(async () => {
      const answer = await fetch(`${stackAddresses.sandboxUrl}/_sandbox/mails?to=${email}`);
      const { data } = mails.parse(await answer.json());
      const text = data.map((mail) => mail.text).join(' ');
      link = /\/receipt\/[0-9a-f]+\/change#manage=[0-9a-f]{40}/.exec(text)?.[0] ?? '';
      return link;
    })
    .not.toBe('');
  return link;
}

const farAhead = ({ start_date: day }: { start_date: string }) =>
  Date.parse(day) > Date.now() + 3 * 24 * 3_600_000;

/** Books two seats at the lowest or the highest price on sale. @returns the receipt's path and the emailed link */
async function bookedAt(price: 'lower' | 'higher', email: string) {
  const batches = (await batchesOnSale(stackAddresses)).filter(farAhead);
  const prices = batches.map(({ discount_fee: fee }) => fee);
  const [own, other] = [Math.min(...prices), Math.max(...prices)].toSorted((a, b) =>
    price === 'lower' ? a - b : b - a,
  );
  const at = (fee: number | undefined) => batches.find(({ discount_fee: one }) => one === fee)?.id;
  expect(own).not.toBe(other);
  const path = await payForSeats(stackAddresses, { batchId: at(own) ?? 0, email });
  await expect.poll(async () => (await read(path)).statement.status).toBe('booked');
  return { path, link: await linkOf(path, email) };
}

/** Opens the link, and chooses to move the booking. */
async function openLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('radio', { name: 'Move to another batch' }).check();
}

test('an emailed link opens its form, and a move to a cheaper batch refunds the difference', async ({
  page,
}) => {
  const email = `cheaper-${Date.now()}@example.com`;
  const { path, link } = await bookedAt('higher', email);
  await openLink(page, link);
  const cheaper = page.getByRole('radio', { name: /is refunded/ }).first();
  await cheaper.check();
  const [, amount = ''] =
    /₹([\d,.]+) is refunded/.exec((await cheaper.locator('..').textContent()) ?? '') ?? [];
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Move the booking' }).click();
  await expect(page.getByText('The move is requested')).toBeVisible();
  await expect
    .poll(async () => (await read(path)).refunds)
    .toMatchObject([{ amount: Number(amount.replaceAll(',', '')) }]);
  expect((await read(path)).statement.status).toBe('booked');
});

test('a more expensive batch is paid on the page, and the former booking is refunded', async ({ page }) => {
  test.slow();
  const email = `exchange-${Date.now()}@example.com`;
  const { path, link } = await bookedAt('lower', email);
  const policies = async (address: string) => {
    const { headers } = await fetch(`${stackAddresses.baseUrl}${address}`);
    return [
      headers.get('referrer-policy'),
      headers.get('content-security-policy')?.includes("frame-src 'none'"),
    ];
  };
  // The payment service sees the origin of the page on which the visitor pays, but no path.
  expect(await policies(path)).toEqual(['no-referrer', true]);
  expect(await policies(`${path}/change`)).toEqual(['strict-origin', false]);
  // The page is already open, so the link changes only the hash of the address.
  await page.goto(`${path}/change`);
  await page.getByText('Change or cancel this booking').click();
  await expect(page.getByRole('button', { name: /link/i })).toBeVisible();
  await openLink(page, link);
  await page.getByRole('button', { name: 'Keep the booking' }).click();
  await expect(page.getByText('Change or cancel this booking')).toBeVisible();
  await openLink(page, link);
  await page
    .getByRole('radio', { name: /more\. The next step/ })
    .first()
    .check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Until then nothing changes')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Pay ₹/ }).click();
  await page.locator('dialog', { hasText: 'Test mode' }).getByRole('button', { name: 'Success' }).click();
  await expect(page).toHaveURL(/\/thankyou$/);
  await expect(page.getByRole('alert').filter({ hasText: 'Your booking is confirmed' })).toBeVisible();
  await expect.poll(async () => (await read(path)).statement.status, { timeout: 40_000 }).toBe('cancelled');
  expect((await read(path)).refunds).toHaveLength(1);
});
