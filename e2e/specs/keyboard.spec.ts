import { expect, type Page, test } from '@playwright/test';
import { checkoutForm } from '../support/checkout.ts';
import { expectFocusSeen, focusIsInModal, tabTo } from '../support/focus.ts';
import { coursePath, openPage } from '../support/pages.ts';
import { nightly } from '../support/sampling.ts';

/** Expects the focus on the page's content. */
const isAtContent = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');

async function openCourseFromMenu(page: Page, wide: boolean): Promise<void> {
  const press = (key: string) => page.keyboard.press(key);
  if (wide) {
    const button = page.getByRole('button', { name: 'All Courses' });
    await tabTo(page, button, 'Shift+Tab');
    await press('Enter');
    const menu = page.locator('#courses-menu');
    await expect(menu.getByRole('button').first()).toBeVisible();
    // Skips the courses of the categories above.
    await tabTo(page, menu.getByRole('button').first());
    await press('ArrowDown');
    await press('ArrowDown');
    await expect(menu.getByRole('button', { name: 'SAFe', exact: true })).toBeFocused();
    await expectFocusSeen(page);
    await tabTo(page, menu.getByRole('link', { name: /^Leading SAFe/ }));
  } else {
    await tabTo(page, page.getByRole('button', { name: 'Open menu' }), 'Shift+Tab');
    await press('Enter');
    const panel = page.getByRole('dialog', { name: 'Menu' });
    await expect(panel).toBeVisible();
    await tabTo(page, panel.locator('summary', { hasText: /^SAFe$/ }));
    await press('Space');
    await tabTo(page, panel.getByRole('link', { name: /^Leading SAFe/ }));
  }
  await press('Enter');
}

for (const width of [1280, 390]) {
  test(`from the home page to a paid seat without a mouse, at ${width} px`, { tag: nightly }, async ({
    page,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const press = (key: string) => page.keyboard.press(key);
    const main = page.getByRole('main');

    await page.goto('/');
    await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
    await press('Enter');
    await isAtContent(page);

    await openCourseFromMenu(page, width >= 1024);
    await expect(page).toHaveURL(coursePath);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Leading SAFe');

    // A tab of the sections moves the focus into its section.
    const strip = page.getByRole('navigation', { name: 'Course sections' });
    await tabTo(page, strip.getByRole('link', { name: 'Course Curriculum' }));
    await press('Enter');
    const modules = page.locator('#curriculum details');
    await tabTo(page, modules.nth(1).locator('summary'));
    await press('Space');
    await expect(modules.nth(1)).toHaveAttribute('open');
    await press('Space');
    await expect(modules.nth(1)).not.toHaveAttribute('open');
    await tabTo(page, page.locator('#curriculum').getByRole('button', { name: 'View More' }));
    await press('Enter');
    await expect(modules.nth(4).locator('summary')).toBeFocused();
    await expectFocusSeen(page);

    await tabTo(page, page.locator('#enroll-now').getByRole('link', { name: 'Enroll Now' }));
    await press('Enter');
    await expect(page).toHaveURL('/view-schedule/101');
    await isAtContent(page);
    await expect(page.getByRole('status').filter({ hasText: 'Schedule and Fees' })).toBeAttached();
    await expect(page.getByRole('tab', { name: 'All' })).toBeVisible();

    await tabTo(page, page.getByRole('tab', { name: 'All' }));
    await press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Weekday' })).toBeFocused();
    await expectFocusSeen(page);
    const batch = main.getByRole('article').first();
    await expect(batch).toContainText(/weekday/i);
    await press('End');
    await expect(page.getByRole('tab', { name: 'Weekend' })).toHaveAttribute('aria-selected', 'true');
    await expect(batch).toContainText(/weekend/i);

    await tabTo(page, batch.getByRole('spinbutton'));
    await press('ArrowUp');
    await tabTo(page, batch.getByRole('button', { name: 'One more seat' }));
    await press('Space');
    await expect(batch.getByRole('spinbutton')).toHaveValue('3');
    await tabTo(page, batch.getByRole('link', { name: /^Enroll/ }));
    await press('Enter');
    await expect(page).toHaveURL('/checkout');
    await isAtContent(page);

    // An incomplete form moves the focus to its first error.
    const pay = checkoutForm(page).getByRole('button', { name: /^Pay/ });
    await expect(pay).toBeVisible();
    await tabTo(page, page.getByLabel('First Name'));
    await press('Enter');
    await expect(page.getByLabel('First Name')).toBeFocused();
    await expect(page.getByLabel('First Name')).toHaveAccessibleDescription('First Name is required');
    await page.keyboard.type('Asha');
    for (const [label, text] of [
      ['Last Name', 'Rao'],
      ['Email', `keyboard-${width}-${Date.now()}@example.com`],
      ['Phone Number', '98450 12345'],
      ['State', 'Karnataka'],
      // From 50,000 rupees on, the invoice needs the address.
      ['Address', '12 Temple Road, Bengaluru'],
      ['PIN code', '560025'],
    ] as const) {
      await tabTo(page, page.getByLabel(label, { exact: label === 'Email' }));
      await page.keyboard.type(text);
    }
    await tabTo(page, pay);
    await press('Enter');

    // The payment dialog keeps the focus, and returns it to the button when it is dismissed.
    const success = page.getByRole('button', { name: 'Success' });
    await expect(success).toBeFocused();
    await expectFocusSeen(page);
    for (let stop = 0; stop < 4; stop += 1) {
      await press('Tab');
      expect(await focusIsInModal(page)).toBe(true);
    }
    await tabTo(page, page.getByRole('button', { name: 'Dismiss' }));
    await press('Space');
    await expect(pay).toBeFocused();
    await press('Enter');
    await expect(success).toBeFocused();
    await press('Enter');

    await expect(page).toHaveURL('/thankyou');
    await expect(page.getByRole('heading', { level: 1, name: /^Thanks For/ })).toBeVisible();
    await isAtContent(page);
    await tabTo(page, main.getByRole('link', { name: 'See your booking' }));
    await press('Enter');
    await expect(page).toHaveURL(/\/receipt\//);
    await expect(page.getByRole('heading', { level: 1, name: 'Your booking' })).toBeVisible();
    await expect(main.getByText('Asha Rao')).toBeVisible();
    await tabTo(page, main.getByRole('button', { name: 'Print' }));
  });
}

test('modals keep the focus, close by Escape only if they may, and return it', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openPage(page, coursePath);
  const syllabus = page.getByRole('button', { name: 'Download Syllabus' }).first();
  await syllabus.focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Download Syllabus' });
  const fields = form.getByRole('textbox');
  await expect(fields.first()).toBeVisible();
  const seen = new Set<string>();
  for (let stop = 0; stop < 12; stop += 1) {
    expect(await focusIsInModal(page)).toBe(true);
    seen.add(await page.evaluate(() => document.activeElement?.id ?? ''));
    await page.keyboard.press('Tab');
  }
  for (const field of await fields.all()) expect(seen).toContain(await field.getAttribute('id'));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(form).toBeVisible();
  await tabTo(page, form.getByRole('button', { name: 'Close' }));
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
  await expect(syllabus).toBeFocused();

  await page.setViewportSize({ width: 390, height: 844 });
  const opener = page.getByRole('button', { name: 'Open menu' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Menu' });
  await expect(panel).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(opener).toBeFocused();

  await openPage(page, '/customer-speak');
  const more = page.getByRole('button', { name: /^Read more/ }).first();
  await more.focus();
  await page.keyboard.press('Enter');
  const story = page.locator('dialog[open]');
  await expect(story).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(story).toBeHidden();
  await expect(more).toBeFocused();
});

test('tabs and carousels move by arrow keys', { tag: nightly }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openPage(page, coursePath);
  const roles = page.getByRole('tablist', { name: 'Roles' }).getByRole('tab');
  // A key that is pressed before this part of the page is hydrated is lost.
  await expect(async () => {
    await roles.first().focus();
    await page.keyboard.press('ArrowLeft');
    await expect(roles.last()).toBeFocused({ timeout: 300 });
  }).toPass();
  await expect(page.getByRole('tabpanel', { name: 'Project Director' })).toBeVisible();
  await page.keyboard.press('Home');
  await expect(roles.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tabpanel', { name: 'Project Manager' })).toBeFocused();
  await expectFocusSeen(page);

  await openPage(page, '/');
  const track = page.getByRole('list', { name: 'Testimonials, scrollable' });
  await track.focus();
  await expectFocusSeen(page);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => track.evaluate((list) => list.scrollLeft)).toBeGreaterThan(100);
});
