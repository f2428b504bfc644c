import { type APIRequestContext, expect, test } from '@playwright/test';
import { byteBudgets, compressedBytes, pageBytes, receiptScripts } from '../support/byte-budget.ts';
import { payForSeats } from '../support/paid-order.ts';
import { routes } from '../support/routes.ts';
import { stackAddresses } from '../support/stack-addresses.ts';

/** @returns the size of a file of the site in one of its forms, asked for once */
function fileSizes(request: APIRequestContext) {
  const sizes = new Map<string, Promise<number>>();
  async function ask(address: string, form: string): Promise<number> {
    const answer = await request.get(address, { headers: { 'accept-encoding': form } });
    expect(answer.status(), address).toBe(200);
    // Not yet compressed, perhaps.
    if (address.startsWith('/page-state/')) return compressedBytes(await answer.body());
    return Number(answer.headers()['content-length']);
  }
  return (address: string, form: string): Promise<number> => {
    const size = sizes.get(address) ?? ask(address, form);
    sizes.set(address, size);
    return size;
  };
}

test('17 no page takes more bytes than its budget', async ({ request }) => {
  test.setTimeout(60_000);
  const sizeOf = fileSizes(request);
  for (const path of routes) {
    const html = await (await request.get(path)).text();
    const { scripts, ...bytes } = await pageBytes(html, sizeOf);
    expect(scripts, path).toBeGreaterThan(10_000);
    for (const [kind, size] of Object.entries({ scripts, ...bytes }))
      expect(size, `${kind} of ${path}`).toBeLessThanOrEqual(byteBudgets[path][kind as keyof typeof bytes]);
  }
});

test('17 a receipt takes no more scripts than its budget', async ({ request }) => {
  const html = await (await request.get(await payForSeats(stackAddresses))).text();
  const { scripts } = await pageBytes(html, fileSizes(request));
  expect(scripts).toBeGreaterThan(10_000);
  expect(scripts).toBeLessThanOrEqual(receiptScripts);
});
