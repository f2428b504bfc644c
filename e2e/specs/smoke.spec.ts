import { expect, test } from '@playwright/test';
import { stackAddresses } from '../support/stack-addresses.ts';

test('every part of the stack is up', async ({ request, page }) => {
  const { baseUrl, upstreamUrl, sandboxUrl } = stackAddresses;
  for (const address of [baseUrl, upstreamUrl, sandboxUrl]) {
    const health = await request.get(`${address}/healthz`);
    expect(health.status(), address).toBe(200);
  }
  const response = await page.goto('/healthz');
  expect(response?.status()).toBe(200);
});
