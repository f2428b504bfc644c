import { sampleFolder } from '@meridian/instance/sample';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { coursePath, openPage, pages } from '../support/pages.ts';
import { nightly } from '../support/sampling.ts';

const brand = sampleFolder.instance.name;

/** An empty page, which parses documents for all tests. */
let reader: Page;
test.beforeAll(async ({ browser }) => {
  reader = await browser.newPage();
});
test.afterAll(() => reader.close());

/** The server's HTML of a page, parsed without running its scripts. */
async function firstHtml(request: APIRequestContext, path: string) {
  const response = await request.get(path, { maxRedirects: 0 });
  const html = await response.text();
  const read = await reader.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'text/html');
    const attribute = (selector: string, name: string) => parsed.querySelector(selector)?.getAttribute(name);
    return {
      title: parsed.title,
      bodyClass: parsed.body.className,
      description: attribute('meta[name="description"]', 'content') ?? '',
      canonical: attribute('link[rel="canonical"]', 'href') ?? '',
      robots: attribute('meta[name="robots"]', 'content') ?? '',
      headings: parsed.querySelectorAll('h1').length,
      main: parsed.querySelector('main')?.innerHTML ?? '',
      data: [...parsed.querySelectorAll('script[type="application/ld+json"]')].map(
        (script) => JSON.parse(script.textContent ?? '') as Record<string, unknown>,
      ),
    };
  }, html);
  return { status: response.status(), ...read };
}

for (const { path, title, bodyClass, words, noindex, data = [] } of pages) {
  test(`the server’s HTML of ${path} is complete`, async ({ request }) => {
    const html = await firstHtml(request, path);
    expect(html.status).toBe(200);
    expect(html.title).toBe(`${title} | ${brand}`);
    expect(html.bodyClass).toBe(bodyClass);
    expect(html.description.length).toBeGreaterThan(10);
    expect(new URL(html.canonical).pathname).toBe(path === '/home' ? '/' : path);
    expect(html.robots).toBe(noindex ? 'noindex' : '');
    expect(html.headings).toBe(1);
    const text = html.main.replaceAll('&amp;', '&');
    for (const word of words) expect(text).toContain(word);
    // The server does not know the visitor's selection, so the checkout loads its content later.
    if (path !== '/checkout') expect(text).not.toContain('Loading...');
    for (const item of html.data) expect(item['@context']).toBe('https://schema.org');
    const kinds = html.data.map((item) => item['@type']);
    for (const kind of data) expect(kinds).toContain(kind);
  });
}

test('the structured data of a course has its hours, mode, price in rupees and breadcrumbs', async ({
  request,
}) => {
  const { data } = await firstHtml(request, coursePath);
  const instance = { '@type': 'CourseInstance', courseMode: 'Online', courseWorkload: 'PT16H' };
  expect(data.find((item) => item['@type'] === 'Course')).toMatchObject({
    hasCourseInstance: expect.arrayContaining([expect.objectContaining(instance)]),
    offers: { '@type': 'Offer', priceCurrency: 'INR', price: expect.any(Number) },
  });
  const steps = ['Home', 'SAFe', 'Leading SAFe (SAFe Agilist) Certification Training'];
  expect(data.find((item) => item['@type'] === 'BreadcrumbList')).toMatchObject({
    itemListElement: steps.map((name, index) => ({ '@type': 'ListItem', position: index + 1, name })),
  });
});

test('the sitemap lists the indexable pages except schedules, and no other page of the specification', async ({
  request,
}) => {
  const xml = await (await request.get('/sitemap.xml')).text();
  const paths = await reader.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'application/xml');
    return [...parsed.querySelectorAll('loc')].map((loc) => new URL(loc.textContent ?? '').pathname);
  }, xml);
  expect(new Set(paths).size).toBe(paths.length);
  for (const { path, noindex } of pages) {
    const listed = !noindex && path !== '/home' && !path.startsWith('/view-schedule/');
    expect(paths.includes(path), path).toBe(listed);
  }
  expect(paths.filter((path) => path.startsWith('/blog/')).length).toBe(38);
  // The posts and their list.
  expect(xml.match(/<lastmod>\d{4}-\d{2}-\d{2}<\/lastmod>/g)).toHaveLength(39);
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toMatch(/^User-agent: \*$/m);
});

test.describe('old addresses', () => {
  const moved = [
    ['/leading-safe-training-bangalore', coursePath],
    ['/csm-certification-training-in-new-delhi', '/scrum/certified-scrum-master-certification'],
    ['/courses/kmp-2', '/kanban/kanban-management-professional-certification'],
    ['/shop', '/'],
    ['/my-account/orders', '/'],
    ['/about-the-founder', '/'],
    ['/courses', '/'],
  ] as const;

  test('are redirected with 301 to the new address', async ({ request }) => {
    for (const [from, to] of moved) {
      const response = await request.get(from, { maxRedirects: 0 });
      expect(response.status(), from).toBe(301);
      expect(response.headers().location, from).toBe(to);
    }
  });

  test('are replaced in the history by a client-side navigation', { tag: nightly }, async ({ page }) => {
    for (const [from, to] of moved) {
      await openPage(page, '/contact-us');
      const before = await page.evaluate((path) => {
        history.pushState(null, '', path);
        dispatchEvent(new PopStateEvent('popstate'));
        return history.length;
      }, from);
      await expect(page).toHaveURL(to);
      expect(await page.evaluate(() => history.length), from).toBe(before);
    }
  });
});

test('a link to an old address that moved to another site leaves the site', async ({ page }) => {
  await openPage(page, '/contact-us');
  const leaving = page.waitForRequest(
    (request) => request.isNavigationRequest() && !request.url().startsWith(new URL(page.url()).origin),
  );
  // As the router does for a link in a text.
  await page.evaluate(() => {
    history.pushState(null, '', '/lms/course/7?from=mail');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  expect((await leaving).url()).toMatch(/^https:\/\/lms\..*\/start\?from=mail$/);
});

test('an unknown address is a 404 with links to other pages', async ({ page, request }) => {
  for (const path of ['/nowhere', '/safe/no-such-course', '/blog/no-such-post', '/view-schedule/999999']) {
    const html = await firstHtml(request, path);
    expect(html.status, path).toBe(404);
    expect(html.title).toBe(`Page not found | ${brand}`);
    expect(html.bodyClass).toBe('not-found-page');
    expect(html.robots).toBe('noindex');
    expect(html.main).toContain('See all courses');
  }
  await page.goto('/nowhere');
  await page.getByRole('main').getByRole('link', { name: 'Back to home' }).click();
  await expect(page).toHaveURL('/');
});
