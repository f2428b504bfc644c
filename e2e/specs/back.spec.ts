import { expect, type Page, test } from '@playwright/test';
import { delayRequests } from '../support/delay-requests.ts';
import { hydrated } from '../support/hydrated.ts';
import { watchLayoutShifts } from '../support/layout-shifts.ts';
import { coursePath, openPage } from '../support/pages.ts';
import { nightly } from '../support/sampling.ts';

const main = (page: Page) => page.getByRole('main');
const articles = (page: Page) => main(page).getByRole('article');
const canonicalPath = (page: Page) =>
  page.locator('link[rel="canonical"]').evaluate((link: HTMLLinkElement) => new URL(link.href).pathname);

/** Reloads and waits for hydration. */
async function reload(page: Page): Promise<void> {
  await page.reload();
  await hydrated(page);
}

test('Back and a reload restore search, category and number of posts of the blog', { tag: nightly }, async ({
  page,
}) => {
  const nothingMoved = await watchLayoutShifts(page);
  await openPage(page, '/blogs');
  const all = await articles(page).getByRole('heading').allTextContents();
  await page.getByLabel('Category').selectOption({ label: 'Scrum' });
  await expect(page).toHaveURL(/\/blogs\?category=\d+$/);
  await expect(articles(page).getByRole('heading')).not.toHaveText(all);
  await expect(articles(page).first()).toBeVisible();
  await expect(page.getByText('Loading...')).toBeHidden();
  const titles = await articles(page).getByRole('heading').allTextContents();
  const isNarrowed = async () => {
    await expect(articles(page).getByRole('heading')).toHaveText(titles);
    await expect(page.getByLabel('Category').locator('option:checked')).toHaveText('Scrum');
    expect(await canonicalPath(page)).toBe('/blogs');
  };
  await articles(page).first().getByRole('link').click();
  await expect(page).toHaveURL(/\/blog\//);
  await page.goBack();
  await isNarrowed();
  await reload(page);
  await isNarrowed();
  await nothingMoved();

  await page.getByLabel('Category').selectOption({ label: 'Select categories' });
  const more = page.getByRole('button', { name: 'View More' });
  await expect(articles(page)).toHaveCount(12);
  await more.click();
  await expect(articles(page)).toHaveCount(24);
  await expect(page).toHaveURL('/blogs?pages=2');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page).toHaveURL('/privacy-policy');
  await page.goBack();
  await expect(articles(page)).toHaveCount(24);
  await page.reload();
  await expect(articles(page)).toHaveCount(24);

  await page.getByLabel('Search the blog').fill('sprint goal');
  await expect(page).toHaveURL('/blogs?search=sprint+goal');
  await expect.poll(() => articles(page).count()).toBeLessThan(12);
  await expect(articles(page).first()).toBeVisible();
  await expect(page.getByText('Loading...')).toBeHidden();
  const found = await articles(page).getByRole('heading').allTextContents();
  await page.reload();
  await expect(page.getByLabel('Search the blog')).toHaveValue('sprint goal');
  await expect(articles(page).getByRole('heading')).toHaveText(found);
  // The link to the blog resets the list.
  await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).click();
  await expect(page).toHaveURL('/blogs');
  await expect(page.getByLabel('Search the blog')).toHaveValue('');
  await expect(articles(page)).toHaveCount(12);
});

test('Back and a reload restore the filter of the library, and Clear removes it from the address', {
  tag: nightly,
}, async ({ page }) => {
  const nothingMoved = await watchLayoutShifts(page);
  await openPage(page, '/resources');
  const titles = main(page).getByRole('listitem').getByRole('heading');
  const whole = await titles.count();
  await page.getByRole('radio', { name: 'Kanban' }).check();
  await expect.poll(() => titles.count()).toBeLessThan(whole);
  await expect(page).toHaveURL(/\/resources\?category=\d+$/);
  const narrowed = await titles.allTextContents();
  for (const again of [() => reload(page), () => page.goto('/about-us').then(() => page.goBack())]) {
    await again();
    await expect(titles).toHaveText(narrowed);
    await expect(page.getByRole('radio', { name: 'Kanban' })).toBeChecked();
    await nothingMoved();
  }
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page).toHaveURL('/resources');
  await expect(titles).toHaveCount(whole);
  await page.reload();
  await expect(titles).toHaveCount(whole);
  for (const radio of await page.getByRole('radio').all()) await expect(radio).not.toBeChecked();
});

test('Back and a reload restore tab, seats and number of batches of the schedule', async ({ page }) => {
  const nothingMoved = await watchLayoutShifts(page);
  await openPage(page, '/view-schedule/101');
  await page.getByRole('tab', { name: 'Weekend' }).click();
  await expect(articles(page)).toHaveCount(6);
  await expect(articles(page).first()).toContainText(/weekend/i);
  const more = page.getByRole('button', { name: 'View More' });
  const placeOfMore = () => more.evaluate((button) => button.getBoundingClientRect().top + scrollY);
  const place = await placeOfMore();
  await expect(main(page).getByRole('table', { name: /^Group prices/ })).toBeVisible();
  // A button that moves between press and release is not clicked.
  expect(await placeOfMore()).toBe(place);
  await more.click();
  await expect(articles(page)).toHaveCount(8);
  const second = articles(page).nth(1);
  await second.getByRole('spinbutton').fill('4');
  const isAsLeft = async () => {
    await expect(page.getByRole('tab', { name: 'Weekend' })).toHaveAttribute('aria-selected', 'true');
    await expect(articles(page)).toHaveCount(8);
    await expect(second.getByRole('spinbutton')).toHaveValue('4');
    await expect(articles(page).first().getByRole('spinbutton')).toHaveValue('1');
    expect(await canonicalPath(page)).toBe('/view-schedule/101');
  };
  await second.getByRole('link', { name: /^Enroll/ }).click();
  await expect(page).toHaveURL('/checkout');
  await page.goBack();
  await isAsLeft();
  await reload(page);
  await isAsLeft();
  await nothingMoved();
});

test('Back and a reload restore what View More has added to a course', { tag: nightly }, async ({ page }) => {
  await openPage(page, coursePath);
  const modules = page.locator('#curriculum details');
  const before = await modules.count();
  await page.locator('#curriculum').getByRole('button', { name: 'View More' }).click();
  await expect.poll(() => modules.count()).toBeGreaterThan(before);
  const after = await modules.count();
  await expect(page).toHaveURL(`${coursePath}?curriculum=1`);
  await page.locator('#enroll-now').getByRole('link', { name: 'Enroll Now' }).click();
  await expect(page).toHaveURL('/view-schedule/101');
  await page.goBack();
  await expect(modules).toHaveCount(after);
  await page.reload();
  await expect(modules).toHaveCount(after);
});

test('the server ignores the state of controls in the query string', async ({ request }) => {
  for (const [path, query] of [
    ['/blogs', 'category=4&search=x&pages=3'],
    ['/resources', 'category=2'],
    ['/view-schedule/101', 'days=weekend&seats=1.3'],
  ]) {
    const plain = await (await request.get(`${path}`)).text();
    expect(await (await request.get(`${path}?${query}`)).text(), path).toBe(plain);
  }
});

test('a filter that is used before hydration is applied after it', async ({ page }) => {
  for (const use of [
    () => page.getByLabel('Category').selectOption({ label: 'Kanban' }),
    () => page.getByLabel('Search the blog').fill('kanban'),
  ]) {
    const release = await delayRequests(page, '**/assets/*.js');
    await page.goto('/blogs', { waitUntil: 'commit' });
    await use();
    release();
    await expect.poll(() => articles(page).count()).toBeLessThan(12);
    await expect(page).toHaveURL(/\?(?:category|search)=/);
    await page.unrouteAll();
  }
  const release = await delayRequests(page, '**/assets/*.js');
  await page.goto('/resources', { waitUntil: 'commit' });
  await page.getByText('Kanban', { exact: true }).first().click();
  release();
  await expect(page).toHaveURL(/\?category=\d+$/);
  await expect(page.getByRole('radio', { name: 'Kanban' })).toBeChecked();
});

test('a client-side navigation removes the structured data of the first page', async ({ page }) => {
  const data = page.locator('head script[type="application/ld+json"]');
  await openPage(page, coursePath);
  expect(await data.count()).toBeGreaterThan(0);
  await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page).toHaveURL('/');
  await expect(data).toHaveCount(0);
  expect(await canonicalPath(page)).toBe('/');
});
