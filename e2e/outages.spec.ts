import { expect, type Page, test } from '@playwright/test';
import { stackAddresses } from './stack-addresses.ts';

async function upstreamFault(fault: Record<string, unknown>): Promise<void> {
  const answer = await fetch(`${stackAddresses.upstreamUrl}/_upstream/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
  expect(answer.ok).toBe(true);
}

async function askAdvisor(page: Page, email: string): Promise<void> {
  await page.locator('#talk_to_our_advisor-full_name').fill('Asha Rao');
  await page.locator('#talk_to_our_advisor-email').fill(email);
  await page.locator('#talk_to_our_advisor-phone_number').fill('98450 12345');
  await page
    .locator('form')
    .filter({ has: page.locator('#talk_to_our_advisor-email') })
    .getByRole('button')
    .click();
}

test.describe('while the upstream is down', () => {
  test.afterEach(() => upstreamFault({ kind: 'none' }));

  test('known pages still show, others say so, and leads are taken and delivered later', async ({
    page,
    request,
  }) => {
    const known = '/safe/safe-popm-certification';
    const unknown = '/kanban/kanban-system-design-certification';
    const email = `outage-${Date.now()}@example.in`;
    expect((await request.get(known)).status()).toBe(200);

    await upstreamFault({ kind: 'http_500' });
    expect((await request.get(known)).status()).toBe(200);
    const answer = await page.goto(unknown);
    expect(answer?.status()).toBe(503);
    await expect(page.getByText(/Fetch error|Failed to load content/).first()).toBeVisible();

    await page.goto(known);
    await askAdvisor(page, email);
    await expect(page.getByRole('dialog', { name: 'Thank You!' })).toBeVisible();

    await upstreamFault({ kind: 'none' });
    await expect
      .poll(
        async () => {
          const leads = await fetch(`${stackAddresses.sandboxUrl}/_sandbox/leads`);
          const { data } = (await leads.json()) as { data: { Email?: string }[] };
          return data.filter((lead) => lead.Email === email).length;
        },
        { timeout: 25_000 },
      )
      .toBe(1);
  });
});
