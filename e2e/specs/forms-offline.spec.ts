import type { FormName } from '@meridian/contracts/calls';
import { formNames, formOf } from '@meridian/contracts/leads/forms';
import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { coursePath, openPage, postPath, standInForOtherSites } from '../support/pages.ts';
import { nightly, spread } from '../support/sampling.ts';

// Each test goes through several states of a page and of the network.

const offer = 'Send when you are back online';
const unexpected = 'An unexpected error occurred.';

/** The page of each form, and the button that opens its modal if it is in one. */
const places: Record<FormName, { path: string; opener?: (page: Page) => Locator }> = {
  special_offer: {
    path: '/',
    opener: (page) => page.getByRole('region', { name: 'Offer' }).getByRole('button'),
  },
  talk_to_our_advisor: { path: coursePath },
  pmp_exam: { path: postPath },
  contact_us: { path: '/contact-us' },
  course_download_syllabus: { path: coursePath, opener: (page) => button(page, 'Download Syllabus') },
  course_download_curriculum: { path: coursePath, opener: (page) => button(page, 'Download Curriculum') },
  skill_up_your_team: { path: coursePath, opener: (page) => button(page, 'Skill Up Your Teams') },
  corporate_training_form: { path: '/corporate' },
  partner_with_us: { path: '/partner-with-us' },
  instructor: { path: '/become-an-instructor' },
  resources_download_ebook: { path: '/resources', opener: (page) => resource(page, 'E-Books') },
  resources_download_practice_test: {
    path: '/resources',
    opener: (page) => resource(page, 'Practice Test Courses'),
  },
};

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name }).first();
const resource = (page: Page, title: string) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .getByRole('button')
    .first();

const answers: Record<string, string> = {
  full_name: 'Asha Rao',
  first_name: 'Asha',
  last_name: 'Rao',
  phone_number: '98450 12345',
  mobile_number: '98450 12345',
  company_name: 'Acme',
  message: 'Written in a train',
  comment: 'Written in a train',
  query: 'Written in a train',
};

let submissions = 0;

/** Fills in a form. @returns the typed values by field name */
async function fillIn(form: FormName, element: Locator): Promise<Record<string, string>> {
  submissions += 1;
  const given: Record<string, string> = {
    ...answers,
    email: `train-${submissions}-${Date.now()}@example.com`,
  };
  const typed: Record<string, string> = {};
  for (const { name, type } of formOf(form).fields) {
    const field = element.locator(`#${form}-${name}`);
    if (type === 'file') {
      await field.setInputFiles({
        name: 'resume.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
      });
    } else if (type === 'checkbox') await field.check();
    else {
      typed[name] = given[name] ?? '';
      await field.fill(typed[name]);
    }
  }
  return typed;
}

const formIn = (page: Page, form: FormName) => page.locator(`form[name=${form}]`);

async function openForm(page: Page, form: FormName): Promise<Locator> {
  const { path, opener } = places[form];
  await standInForOtherSites(page);
  await openPage(page, path);
  await opener?.(page).click();
  const element = formIn(page, form);
  // The forms' code with the schemas may load slowly.
  await expect(element.getByRole('textbox').first()).toBeVisible();
  return element;
}

async function expectTyped(form: FormName, element: Locator, typed: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(typed))
    await expect(element.locator(`#${form}-${name}`)).toHaveValue(value);
}

/** Waits until the form is hydrated. */
async function works(element: Locator): Promise<void> {
  await expect
    .poll(() => element.evaluate((form) => Object.keys(form).some((key) => key.startsWith('__react'))))
    .toBe(true);
}

async function send(form: FormName, element: Locator): Promise<void> {
  await element.getByRole('button', { name: formOf(form).action }).click();
}

/** Expects the confirmation of the form: the thank-you modal, or a message. */
async function expectTaken(page: Page, form: FormName): Promise<void> {
  if (formOf(form).confirmation === 'thank-you')
    await expect(page.getByRole('dialog', { name: 'Thank You!' })).toBeVisible();
  else await expect(page.getByText(/thank/i).last()).toBeVisible();
}

test.describe('a form that is sent without a network', () => {
  for (const [index, form] of spread([...formNames.entries()], 1, 4)) {
    test(`${form} keeps the page and the answers, and is sent when the network is back`, async ({
      page,
      context,
    }) => {
      await page.setViewportSize(index % 2 ? { width: 390, height: 844 } : { width: 1280, height: 900 });
      const element = await openForm(page, form);
      const typed = await fillIn(form, element);
      await works(element);
      await context.setOffline(true);
      await send(form, element);
      await expect(page.getByText(unexpected)).toBeVisible();
      await expect(page.locator('h1').first()).toBeAttached();
      await expectTyped(form, element, typed);

      await element.getByRole('button', { name: offer }).click();
      await expect(element.getByText(/are sent automatically/)).toBeVisible();
      const sent = page.waitForRequest((request) => request.url().endsWith(`/api/${form}`));
      await context.setOffline(false);
      expect((await (await sent).response())?.status()).toBe(200);
      await expectTaken(page, form);
      expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('train-');
    });
  }
});

/** Aborts matching requests, at most `times`. @returns a function that returns how many were aborted */
async function failCode(
  page: Page,
  address: RegExp,
  times = Number.POSITIVE_INFINITY,
): Promise<() => number> {
  let failed = 0;
  await page.route(address, (route) => {
    if (failed >= times) return route.continue();
    failed += 1;
    return route.abort();
  });
  return () => failed;
}

test.describe('without the code of the toasts', () => {
  test('a failure is shown in the form, and a success too', async ({ page, context }) => {
    const failed = await failCode(page, /\/toast-area-[^/]*\.js/);
    const element = await openForm(page, 'partner_with_us');
    const typed = await fillIn('partner_with_us', element);
    await works(element);
    await context.setOffline(true);
    await send('partner_with_us', element);
    await expect(element.getByRole('alert')).toHaveText(unexpected);
    await expectTyped('partner_with_us', element, typed);
    await context.setOffline(false);
    await send('partner_with_us', element);
    await expect(element.getByRole('status')).toHaveText(/\w/);
    await expect(element.getByLabel('First Name')).toHaveValue('');
    await expect(page.getByRole('contentinfo')).toBeVisible();
    expect(failed()).toBeGreaterThan(0);
  });

  test('a success in a modal is shown after the modal closes', async ({ page }) => {
    await failCode(page, /\/toast-area-[^/]*\.js/);
    const element = await openForm(page, 'special_offer');
    await fillIn('special_offer', element);
    const answer = page.waitForResponse(/\/api\/special_offer$/);
    await send('special_offer', element);
    const { message } = await (await answer).json();
    await expect(page.getByText(message)).toBeVisible();
    await expect(element).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

test.describe('what was typed', () => {
  for (const width of spread([390, 1280], 0)) {
    test(`survives a reload, Back and Forward at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      const element = await openForm(page, 'contact_us');
      const typed = await fillIn('contact_us', element);
      await page.reload();
      await expectTyped('contact_us', element, typed);
      await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click();
      await expect(page).toHaveURL(/\/about-us$/);
      await page.goBack();
      await expectTyped('contact_us', element, typed);
      await page.goForward();
      await page.goBack();
      await expectTyped('contact_us', element, typed);
      await send('contact_us', element);
      await page.getByRole('dialog', { name: 'Thank You!' }).getByRole('button').click();
      await page.reload();
      await expect(element.getByLabel('Email', { exact: true })).toHaveValue('');
    });
  }

  test('is in a modal that is opened again after a reload, and is then sent when the network is back', {
    tag: nightly,
  }, async ({ page, context }) => {
    const element = await openForm(page, 'course_download_syllabus');
    const typed = await fillIn('course_download_syllabus', element);
    await works(element);
    await context.setOffline(true);
    await send('course_download_syllabus', element);
    await element.getByRole('button', { name: offer }).click();
    await context.setOffline(false);
    // The page is reloaded before the submission can be sent.
    await page.route('**/api/course_download_syllabus', (route) => route.abort());
    await page.reload();
    await button(page, 'Download Syllabus').click();
    await expectTyped('course_download_syllabus', element, typed);
    await expect(element.getByText(/are sent automatically/)).toBeVisible();
    await page.unrouteAll();
    await reconnect(context);
    await expectTaken(page, 'course_download_syllabus');
  });
});

async function reconnect(context: BrowserContext): Promise<void> {
  await context.setOffline(true);
  await context.setOffline(false);
}

/** Drops a file on an element as the browser does. */
async function drop(target: Locator): Promise<void> {
  await target.evaluate((element) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['%PDF-1.7'], 'dropped.pdf', { type: 'application/pdf' }));
    for (const type of ['dragenter', 'dragover', 'drop']) {
      const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
      element.dispatchEvent(event);
      // If an event is not prevented, the browser opens the file in place of the page.
      if (type !== 'dragenter' && !event.defaultPrevented) throw new Error(`${type} is left to the browser`);
    }
  });
}

test.describe('a resume', () => {
  for (const when of ['before any code', 'before the code of the form'] as const) {
    test(`is kept if it is dropped ${when} loads`, async ({ page }) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const held = when === 'before any code' ? '**/assets/*.js' : '**/assets/lead-form-*.js';
      await page.route(held, async (route) => {
        await promise;
        await route.continue();
      });
      await page.goto('/become-an-instructor', { waitUntil: 'commit' });
      await page.waitForSelector('[data-drop]', { state: 'attached' });
      if (when === 'before the code of the form') await openPage(page, '/become-an-instructor');
      await drop(page.getByTestId('resume-drop'));
      resolve();
      await expect(formIn(page, 'instructor').getByText('dropped.pdf')).toBeVisible();
    });
  }
});

test.describe('without scripts', () => {
  // A link within the page scrolls immediately, without an animation.
  test.use({ javaScriptEnabled: false, contextOptions: { reducedMotion: 'reduce' } });

  for (const width of spread([390, 1280], 0)) {
    test(`no button and no “Loading...” is shown, and links work, at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      for (const path of ['/', coursePath, postPath, '/contact-us', '/become-an-instructor', '/checkout']) {
        await page.goto(path);
        await expect(page.locator('button:visible')).toHaveCount(0);
        await expect(page.getByText('Loading...').filter({ visible: true })).toHaveCount(0);
      }
      await expect(page.getByText(/choose a date on a course page first/)).toBeVisible();
      await page.goto('/contact-us');
      const sentence = page.getByText(/please turn on JavaScript/);
      await expect(sentence.getByRole('link')).toHaveCount(2);
      await page.getByRole('banner').getByRole('link', { name: 'All Courses' }).click();
      await expect(page).toHaveURL(/\/#popular-courses$/);
      await expect(page.getByRole('heading', { name: 'Popular Courses' })).toBeInViewport();
    });
  }
});

test.describe('code that fails to load once', () => {
  const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' });

  test('a form offers to try again, keeps what was typed, and works', async ({ page }) => {
    await standInForOtherSites(page);
    await failCode(page, /\/lead-form-[^/]*\.js/, 1);
    await openPage(page, '/contact-us');
    const element = formIn(page, 'contact_us');
    await element.getByLabel('First Name').fill('Asha');
    await tryAgain(page).click();
    await expect(tryAgain(page)).toHaveCount(0);
    await expect(element.getByLabel('First Name')).toHaveValue('Asha');
    await send('contact_us', element);
    await expect(element.getByText('Please check the 4 marked fields.')).toBeVisible();
  });

  test('the phone menu offers to try again, and opens', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await failCode(page, /\/mobile-menu-[^/]*\.js/, 1);
    await openPage(page, '/about-us');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await tryAgain(page).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  });

  test('the next page offers to try again while the site cannot be reached', async ({ page, context }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await openPage(page, '/contact-us');
    await context.setOffline(true);
    // By keyboard, because the previous page's form may offer a retry, which would move the link under a pointer.
    await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toHaveCount(0);
    await expect(tryAgain(page)).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible();
    await context.setOffline(false);
    await tryAgain(page).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\w/);
    await expect(page.getByRole('heading', { name: 'What we do' })).toBeVisible();
  });

  for (const file of spread(['react-dom', 'libraries', 'shared', 'entry.client', 'contact-screen'], 0)) {
    test(`the first page works if ${file} fails once`, async ({ page }) => {
      const failed = await failCode(page, new RegExp(`/${file.replace('.', '\\.')}-[^/]*\\.js`), 2);
      await page.goto('/contact-us');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect
        .poll(async () => {
          if (await tryAgain(page).isVisible())
            await tryAgain(page)
              .click({ timeout: 1_000 })
              .catch(() => {});
          // The page may be reloading, which it does once.
          return page.evaluate(() => performance.getEntriesByName('hydrated').length).catch(() => 0);
        })
        .toBeGreaterThan(0);
      expect(failed()).toBeGreaterThan(0);
    });
  }
});

test('an address that cannot be decoded gets the 404 page, whose link works', async ({ page }) => {
  const response = await page.goto('/%E0%A4%A');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page does not exist');
  await page.getByRole('main').getByRole('link', { name: 'Back to home' }).click();
  await expect(page.getByRole('heading', { name: 'Popular Courses' })).toBeVisible();
});

test('the menu of narrow screens closes when the window widens', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, '/about-us');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const panel = page.getByRole('dialog', { name: 'Menu' });
  await expect(panel).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(panel).toBeHidden();
});
