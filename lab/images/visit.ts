/** Actions of a visitor, with their expected results. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Product } from './product.ts';

const pollMs = 50;

/** @throws AssertionError on time-out */
export async function eventually(
  what: string,
  isTrue: () => Promise<boolean>,
  timeoutMs = 15_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await isTrue())) {
    if (Date.now() > deadline) assert.fail(`${what}: not within ${timeoutMs / 1000} s`);
    await delay(pollMs);
  }
}

async function page(url: string): Promise<string> {
  const answer = await fetch(url);
  assert.equal(answer.status, 200, url);
  return answer.text();
}

/** Requests the home page, a course from the site map, and a script. */
export async function readPages({ siteUrl }: Pick<Product, 'siteUrl'>): Promise<void> {
  for (const path of ['/readyz', '/readyz/writes']) {
    const ready = await fetch(siteUrl + path);
    assert.equal(ready.status, 200, path);
  }
  const home = await page(siteUrl);
  assert.match(home, /<h1/);
  const course = (await page(`${siteUrl}/sitemap.xml`)).match(/<loc>([^<]*-certification)<\/loc>/)?.[1];
  assert.ok(course, 'the site map names a course');
  assert.match(await page(course), /"@type":"Course"/);
  const script = home.match(/\/assets\/[\w.-]+\.js/)?.[0];
  assert.ok(script, 'the home page names a script');
  await page(`${siteUrl}${script}`);
}

/** Opens a page of the console and its script. */
export async function readConsole({ consoleUrl }: Pick<Product, 'consoleUrl'>) {
  const script = (await page(`${consoleUrl}/leads`)).match(/\/assets\/[\w.-]+\.js/)?.[0];
  assert.ok(script, 'the console names a script');
  await page(`${consoleUrl}${script}`);
}

/** Sends the contact form. @returns the status of the answer */
export async function sendLead({ siteUrl }: Pick<Product, 'siteUrl'>, email: string): Promise<unknown> {
  const answer = await fetch(`${siteUrl}/api/contact_us`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      first_name: 'Asha',
      last_name: 'Nair',
      email,
      phone_number: '+91 98450 00000',
      message: 'Please call me.',
    }),
  });
  const body: unknown = await answer.json();
  assert.equal(answer.status, 200, JSON.stringify(body));
  return Object(body).status;
}

/** Waits until the worker has delivered a lead to the CRM. */
export async function seeDelivered(
  { sandboxUrl }: Pick<Product, 'sandboxUrl'>,
  email: string,
): Promise<void> {
  await eventually(`${email} arrives in the CRM`, async () =>
    (await page(`${sandboxUrl}/_sandbox/leads`)).includes(email),
  );
}

/** Slows the upstream for one contact form. Resolves when the upstream has received the form. */
export async function slowUpstream({
  upstreamUrl,
}: Pick<Product, 'upstreamUrl'>): Promise<{ struck: () => Promise<void> }> {
  const set = await fetch(`${upstreamUrl}/_upstream/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'slow', times: 1, calls: ['contact_us'] }),
  });
  assert.equal(set.status, 200, 'the fault is set');
  const before = await page(`${upstreamUrl}/_upstream/faults`);
  return {
    struck: () =>
      eventually(
        'the upstream has received the request',
        async () => (await page(`${upstreamUrl}/_upstream/faults`)) !== before,
      ),
  };
}
