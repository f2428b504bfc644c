import { expect, type Page, test } from '@playwright/test';
import { openPage } from '../support/pages.ts';
import { stackAddresses } from '../support/stack-addresses.ts';
import { upstreamFault } from '../support/upstream-faults.ts';

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

  test('cached pages are shown, other pages are a 503, and leads are accepted and delivered later', async ({
    page,
    request,
  }) => {
    const known = '/safe/safe-popm-certification';
    // A page that no other test opens and the sitemap does not list.
    const unknown = '/view-schedule/112';
    const email = `outage-${Date.now()}@example.com`;
    expect((await request.get(known)).status()).toBe(200);

    await upstreamFault({ kind: 'http_500' });
    expect((await request.get(known)).status()).toBe(200);
    const answer = await page.goto(unknown);
    expect(answer?.status()).toBe(503);
    await expect(page.getByText('Fetch error').first()).toBeVisible();

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

test.describe('a failed read', () => {
  test.afterEach(() => upstreamFault({ kind: 'none' }));

  for (const { kind, words, library } of [
    {
      kind: 'refuse',
      words: 'Failed to load content',
      library: 'Failed to load resources content',
    },
    { kind: 'http_500', words: 'Fetch error', library: 'An error occurred while fetching resources' },
    { kind: 'malformed', words: 'Fetch error', library: 'An error occurred while fetching resources' },
  ]) {
    test(`shows the same message in the server’s HTML and in the browser: ${kind}`, async ({
      page,
      request,
    }) => {
      // The page is in the cache from now on, so only the search fails.
      await request.get('/resources');
      await openPage(page, '/blogs');
      await upstreamFault({ kind });
      // Not requested before, so not in the cache.
      const slug = kind === 'refuse' ? 'csm-or-psm-first-scrum-certificate' : `never-was-${kind}`;
      const answer = await request.get(`/blog/${slug}`);
      expect(answer.status()).toBe(503);
      expect(answer.headers()['cache-control']).toBe('no-store');
      expect(await answer.text()).toContain(words);
      await page.getByLabel('Search the blog').fill(`unheard of ${kind}`);
      await expect(page.getByRole('main').getByText(words, { exact: true })).toBeVisible();
      await openPage(page, '/resources');
      await page.getByLabel('Search the library').fill(`unheard of ${kind}`);
      await expect(page.getByRole('main').getByText(library, { exact: true })).toBeVisible();
      await upstreamFault({ kind: 'none' });
      await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByText('No Resource available.').first()).toBeVisible();
    });
  }
});
