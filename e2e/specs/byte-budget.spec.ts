import { type APIRequestContext, expect, test } from '@playwright/test';
import { byteBudget, pageBytes } from '../support/byte-budget.ts';
import { payForSeats } from '../support/paid-order.ts';
import { routes } from '../support/routes.ts';
import { stackAddresses } from '../support/stack-addresses.ts';

/** @returns a function that returns the Brotli size of a file of the site; requests each file once */
function fileSizes(request: APIRequestContext) {
  const sizes = new Map<string, Promise<number>>();
  async function ask(address: string): Promise<number> {
    const answer = await request.get(address, { headers: { 'accept-encoding': 'br' } });
    expect(answer.status(), address).toBe(200);
    return Number(answer.headers()['content-length']);
  }
  return (address: string): Promise<number> => {
    const size = sizes.get(address) ?? ask(address);
    sizes.set(address, size);
    return size;
  };
}

test('no page takes more bytes than its budget', async ({ request }) => {
  const sizeOf = fileSizes(request);
  const receipt = await payForSeats(stackAddresses);
  for (const path of [...routes, receipt]) {
    const bytes = await pageBytes(await (await request.get(path)).text(), sizeOf);
    expect(bytes, path).toBeGreaterThan(100_000);
    expect(bytes, path).toBeLessThanOrEqual(byteBudget(path));
  }
});
