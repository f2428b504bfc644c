import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { coursePath, openPage, postPath, standInForOtherSites } from '../support/pages.ts';
import { nightly } from '../support/sampling.ts';
import { painted, watchRequests } from '../support/settled.ts';

const calm = { reducedMotion: 'reduce' } as const;

/**
 * The reads that the page makes from now on, as `call?query`, without those of seats, coupons and reviews.
 */
function watchReads(page: Page): string[] {
  const reads: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/^\/api\/(?!seats\/|coupons\/|reviews\/)/.test(pathname))
      reads.push(`${pathname.slice('/api/'.length)}${search}`);
  });
  return reads;
}

async function fillNames(form: Locator, email: string): Promise<void> {
  await form.getByLabel('First Name').fill('Asha');
  await form.getByLabel('Last Name').fill('Rao');
  await form.getByLabel('Email', { exact: true }).fill(email);
  await form.getByLabel('Phone Number').fill('98450 12345');
}

test.describe('the All Courses menu', () => {
  test('opens under the pointer, shows each category’s courses, and its links load the page in full', async ({
    page,
  }) => {
    await openPage(page, '/contact-us');
    await page.getByRole('button', { name: 'All Courses' }).hover();
    const menu = page.locator('#courses-menu');
    await expect(menu.getByRole('list', { name: 'Agile Management' })).toBeVisible();
    // DevOps is a category too, but has no course.
    await expect(menu.getByRole('button')).toHaveText([
      'Agile Management',
      'Scrum',
      'SAFe',
      'Kanban',
      'Project Management',
    ]);
    await menu.getByRole('button', { name: 'Kanban' }).hover();
    await expect(menu.getByRole('list', { name: 'Kanban' })).toBeVisible();
    await expect(menu.getByRole('list', { name: 'Agile Management' })).toBeHidden();
    await page.evaluate(() => Object.assign(window, { samePage: true }));
    await menu.getByRole('link', { name: /Kanban System Design/ }).click();
    await expect(page).toHaveURL('/kanban/kanban-system-design-certification');
    await expect(page.getByRole('heading', { level: 1, name: /Kanban System Design/ })).toBeVisible();
    expect(await page.evaluate(() => 'samePage' in window)).toBe(false);
    await page.getByRole('button', { name: 'All Courses' }).hover();
    await page.getByRole('contentinfo').hover();
    await expect(menu).toBeHidden();
  });

  test('opens by keyboard', async ({ page }) => {
    await openPage(page, '/contact-us');
    await page.getByRole('button', { name: 'All Courses' }).focus();
    await page.keyboard.press('Enter');
    const menu = page.locator('#courses-menu');
    await expect(menu.getByRole('list', { name: 'Agile Management' })).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await expect(menu.getByRole('button', { name: 'Scrum', exact: true })).toBeFocused();
    const courses = menu.getByRole('list', { name: 'Scrum' });
    await expect(courses).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(courses.getByRole('link').first()).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowUp');
    await expect(menu.getByRole('list', { name: 'Agile Management' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(page.getByRole('button', { name: 'All Courses' })).toBeFocused();
  });

  test.describe('by touch', () => {
    test.use({ hasTouch: true });

    test('opens with one tap and closes with the next', async ({ page }) => {
      await openPage(page, '/contact-us');
      const menu = page.locator('#courses-menu');
      await page.getByRole('button', { name: 'All Courses' }).tap();
      await menu.getByRole('button', { name: 'Kanban' }).tap();
      await expect(menu.getByRole('list', { name: 'Kanban' })).toBeVisible();
      await page.getByRole('button', { name: 'All Courses' }).tap();
      await expect(menu).toBeHidden();
    });

    test('is an accordion in a panel on a narrow screen', { tag: nightly }, async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await openPage(page, '/contact-us');
      await page.getByRole('button', { name: 'Open menu' }).tap();
      const panel = page.getByRole('dialog', { name: 'Menu' });
      await panel.getByText('SAFe', { exact: true }).tap();
      await expect(panel.getByRole('list', { name: 'SAFe' })).toBeVisible();
      await panel.getByText('Kanban', { exact: true }).tap();
      await expect(panel.getByRole('list', { name: 'SAFe' })).toBeHidden();
      await panel.getByRole('link', { name: /Kanban System Design/ }).tap();
      await expect(page).toHaveURL('/kanban/kanban-system-design-certification');
    });
  });
});

test.describe('a static backdrop', () => {
  async function staysOpen(page: Page, name: string, closeable = true): Promise<void> {
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog).toBeVisible();
    await page.mouse.click(4, 4);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    if (!closeable) return;
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
  }

  test('keeps the special offer and the three modal forms of a course open', async ({ page }) => {
    await openPage(page, coursePath);
    for (const [button, dialog] of [
      ['Get the offer', 'Get the special offer'],
      ['Download Syllabus', 'Download Syllabus'],
      ['Download Curriculum', 'Download Curriculum'],
      ['Skill Up Your Teams', 'Skill up your team'],
    ] as const) {
      await page.getByRole('button', { name: button }).click();
      await staysOpen(page, dialog);
    }
  });

  test('keeps the thank-you modal open until its ok is clicked', { tag: nightly }, async ({ page }) => {
    await openPage(page, '/contact-us');
    const form = page.getByRole('main').locator('form');
    await fillNames(form, `thanks-${Date.now()}@example.com`);
    await form.getByLabel('Messages').fill('Which batch suits a beginner?');
    await form.getByRole('button', { name: 'Submit' }).click();
    await staysOpen(page, 'Thank You!', false);
    const dialog = page.getByRole('dialog', { name: 'Thank You!' });
    await expect(dialog).toContainText('Your details has been successfully submitted. Thanks!');
    await dialog.getByRole('button', { name: 'ok' }).click();
    await expect(dialog).toBeHidden();
    await expect(form.getByLabel('First Name')).toHaveValue('');
  });

  test('keeps both forms of the library open; after sending, the file is downloaded and a toast says so', {
    tag: nightly,
  }, async ({ page }) => {
    await openPage(page, '/resources');
    for (const [section, dialogName] of [
      ['E-Books', 'Download E-Book'],
      ['Practice Test Courses', 'Download Practice Test'],
    ] as const) {
      const first = page.getByRole('region', { name: section }).getByRole('listitem').first();
      await first.getByRole('button').click();
      await staysOpen(page, dialogName);
      await first.getByRole('button').click();
      const dialog = page.getByRole('dialog', { name: dialogName });
      await fillNames(dialog, `reader-${Date.now()}@example.com`);
      const download = page.waitForEvent('download');
      await dialog.getByRole('button', { name: dialogName }).click();
      const file = await download;
      expect(file.suggestedFilename()).toMatch(/\.pdf$/);
      expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
      await expect(dialog).toBeHidden();
      await expect(page.locator('.Toastify__toast--success').first()).toBeVisible();
    }
  });
});

test('a toast is at the top right for 5000 ms, waits under the pointer and closes on a click', {
  tag: nightly,
}, async ({ page }) => {
  await openPage(page, '/partner-with-us');
  const form = page.getByRole('main').locator('form');
  await fillNames(form, `partner-${Date.now()}@example.com`);
  await form.getByLabel('Messages').fill('A class of twenty in Pune.');
  await form.getByRole('button', { name: 'Submit' }).click();
  const toast = page.locator('.Toastify__toast--success');
  await expect(toast).toBeVisible();
  const box = await toast.boundingBox();
  expect(box && box.x + box.width).toBeGreaterThan(1280 - 60);
  expect(box?.y).toBeLessThan(60);
  const progress = toast.locator('.Toastify__progress-bar--animated');
  await expect(progress).toHaveCSS('animation-duration', '5s');
  await toast.hover();
  await expect(progress).toHaveCSS('animation-play-state', 'paused');
  await toast.click();
  await expect(toast).toBeHidden();
});

test('the navigation has the class `scrolled` after 75 px', async ({ page }) => {
  await openPage(page, '/about-us');
  const bar = page.getByRole('banner');
  for (const [y, scrolled] of [
    [75, false],
    [76, true],
    [0, false],
  ] as const) {
    await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), y);
    if (scrolled) await expect(bar).toHaveClass(/\bscrolled\b/);
    else await expect(bar).not.toHaveClass(/\bscrolled\b/);
  }
});

test.describe('the tab of the section in view', () => {
  for (const { path, strip, section, tab, offset } of [
    {
      path: coursePath,
      strip: 'Course sections',
      section: 'prerequisites',
      tab: 'Prerequisites',
      offset: 200,
    },
    { path: '/test', strip: 'Sections', section: 'section-two', tab: 'Section 2', offset: 60 },
  ]) {
    test(`is marked from ${offset} px on at ${path}, and scrolls to its section`, { tag: nightly }, async ({
      page,
    }) => {
      const settled = watchRequests(page);
      await openPage(page, path);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe(
        'smooth',
      );
      const link = page
        .getByRole('navigation', { name: strip })
        .getByRole('link', { name: tab, exact: true });
      const bringTop = (top: number) =>
        page.evaluate(
          ([id, y]) => {
            const now = document.getElementById(String(id))?.getBoundingClientRect().top ?? 0;
            scrollBy({ top: Math.ceil(now) - Number(y), behavior: 'instant' });
          },
          [section, top],
        );
      // Pictures that load on the way move what is below them.
      await bringTop(offset);
      await settled();
      await bringTop(offset + 2);
      await expect(link).not.toHaveAttribute('aria-current');
      await bringTop(offset - 1);
      await expect(link).toHaveAttribute('aria-current', 'true');
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      await expect(link).not.toHaveAttribute('aria-current');
      await link.click();
      await expect(link).toHaveAttribute('aria-current', 'true');
      await expect(page.locator(`#${section}`)).toBeInViewport();
    });
  }

  test('is reached without an animation if reduced motion is preferred', { tag: nightly }, async ({
    page,
  }) => {
    await page.emulateMedia(calm);
    await openPage(page, coursePath);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto');
  });
});

test.describe('View More', () => {
  test('of the blog adds 12 at a time until all are shown', async ({ page }) => {
    await openPage(page, '/blogs');
    const reads = watchReads(page);
    const posts = page.getByRole('main').getByRole('article');
    const more = page.getByRole('button', { name: 'View More' });
    for (const count of [12, 24, 36, 38]) {
      await expect(posts).toHaveCount(count);
      if (count < 38) await more.click();
    }
    await expect(more).toBeHidden();
    // Links of new posts move under the pointer, so they are prefetched.
    const lists = reads.filter((read) => !read.startsWith('blog_detail'));
    expect(lists).toEqual(['blog?offset=12', 'blog?offset=24', 'blog?offset=36']);
  });

  test('of the schedule adds 6 at a time, and a tab starts a new list', { tag: nightly }, async ({
    page,
  }) => {
    await openPage(page, '/view-schedule/101');
    const reads = watchReads(page);
    const batches = page.getByRole('main').getByRole('article');
    const more = page.getByRole('button', { name: 'View More' });
    await expect(batches).toHaveCount(6);
    await more.click();
    await expect(batches).toHaveCount(12);
    await page.getByRole('tab', { name: 'Weekend' }).click();
    await expect(batches).toHaveCount(6);
    await more.click();
    await expect(batches).toHaveCount(8);
    await expect(more).toBeHidden();
    await page.getByRole('tab', { name: 'All' }).click();
    await expect(batches).toHaveCount(6);
    expect(reads).toEqual([
      'course_schedule?id=101&offset=6',
      'course_schedule?day_type=weekend&id=101',
      'course_schedule?day_type=weekend&id=101&offset=6',
      'course_schedule?id=101',
    ]);
    const days = await batches
      .locator('h3 time:first-child')
      .evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''));
    expect(days).toEqual([...days].sort());
  });

  const sections = [
    ['curriculum', 'curriculum', [4, 7]],
    ['learning-objectives', 'learning_objectives', [10, 12]],
    ['about-certification', 'about_certification', [4, 6]],
    ['faq', 'faq', [4, 8, 9]],
    ['prerequisites', 'prerequisites', [4, 5]],
  ] as const;
  for (const [section, call, steps] of sections) {
    test(`of ${section} adds ${steps[0]} at a time`, { tag: nightly }, async ({ page }) => {
      await openPage(page, coursePath);
      const reads = watchReads(page);
      const part = page.locator(`#${section}`);
      const items = part.locator(section === 'learning-objectives' ? 'ol > li' : 'details');
      const more = part.getByRole('button', { name: 'View More' });
      for (const [index, count] of steps.entries()) {
        await expect(items).toHaveCount(count);
        if (index < steps.length - 1) await more.click();
      }
      await expect(more).toBeHidden();
      expect(reads).toEqual(
        steps
          .slice(1)
          .map((_, index) => `add_more_course_${call}?course_id=101&offset=${steps[0] * (index + 1)}`),
      );
    });
  }
});

test.describe('responses that arrive out of order', () => {
  /** Holds one response. @returns a function that delivers it, unless the page has aborted the request */
  async function answerLate(page: Page, address: string): Promise<() => Promise<void>> {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    await page.route(address, async (route) => {
      const response = await route.fetch();
      await released;
      await route.fulfill({ response }).catch(() => undefined);
      answer();
    });
    return () => {
      release();
      return answered;
    };
  }

  test('never mix in the blog, whose search is debounced', async ({ page }) => {
    const late = await answerLate(page, '**/api/blog?*retro*');
    await openPage(page, '/blogs');
    const reads = watchReads(page);
    const search = page.getByLabel('Search the blog');
    // All letters in one task: on a busy machine, keys could be further apart than the debounce.
    await search.evaluate((input: HTMLInputElement) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
      for (const typed of ['r', 're', 'ret', 'retr', 'retro']) {
        set?.call(input, typed);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }
    });
    await expect.poll(() => reads).toEqual(['blog?search_val=retro']);
    await search.fill('kanban');
    await page.getByLabel('Category').selectOption('Kanban');
    await expect.poll(() => reads.at(-1)).toBe('blog?category_id=4&search_val=kanban');
    const names = page.getByRole('main').getByRole('article').getByRole('heading');
    await expect(names.first()).toBeVisible();
    const shown = await names.allTextContents();
    await late();
    await painted(page);
    expect(await names.allTextContents()).toEqual(shown);
    await search.fill('no such words anywhere');
    await expect(page.getByText('No blog posts found.')).toBeVisible();
  });

  test('never mix in the schedule', { tag: nightly }, async ({ page }) => {
    const late = await answerLate(page, '**/api/course_schedule?day_type=weekday*');
    await openPage(page, '/view-schedule/101');
    const reads = watchReads(page);
    await page.getByRole('tab', { name: 'Weekday' }).click();
    await expect.poll(() => reads).toEqual(['course_schedule?day_type=weekday&id=101']);
    await page.getByRole('tab', { name: 'Weekend' }).click();
    const batches = page.getByRole('main').getByRole('article');
    await expect(batches.first()).toContainText('weekend');
    await late();
    await painted(page);
    expect(await batches.filter({ hasText: 'weekday' }).count()).toBe(0);
    expect(reads.slice(1)).toEqual(['course_schedule?day_type=weekend&id=101']);
  });
});

test('a navigation sends all reads of the page at the same time', { tag: nightly }, async ({ page }) => {
  await standInForOtherSites(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  const steps: [
    from: string,
    link: { name: string | RegExp; in: 'main' | 'banner' | 'contentinfo' },
    reads: string[],
  ][] = [
    ['/contact-us', { name: 'Blogs', in: 'banner' }, ['blog', 'blog_category']],
    ['/contact-us', { name: 'Resources', in: 'banner' }, ['Resources', 'resources_category']],
    ['/contact-us', { name: 'Home', in: 'banner' }, ['home']],
    ['/contact-us', { name: 'Customer speak', in: 'contentinfo' }, ['customer_speak']],
    ['/contact-us', { name: 'Privacy policy', in: 'contentinfo' }, ['page?page_name=privacy_policy']],
    ['/contact-us', { name: 'SAFe Agilist', in: 'contentinfo' }, ['course_details', 'home']],
    [coursePath, { name: 'View all schedule', in: 'main' }, ['course_schedule']],
    ['/blogs', { name: /^View Detail/, in: 'main' }, ['blog_detail']],
  ];
  for (const [from, link, expected] of steps) {
    await openPage(page, from);
    const settled = watchRequests(page);
    const reads = watchReads(page);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/**', async (route) => {
      await released;
      await route.continue();
    });
    await page.getByRole(link.in).getByRole('link', { name: link.name }).first().click();
    await expect.poll(() => reads.length).toBe(expected.length);
    await expect(page.getByRole('main').getByText('Loading...').first()).toBeVisible();
    await page.waitForLoadState('load');
    const first = [...reads];
    release();
    await expect(page.getByRole('main').getByText('Loading...')).toHaveCount(0);
    await settled();
    expect(reads, `${from} → ${link.name}`).toEqual(first);
    for (const call of expected) expect(first.join()).toContain(call);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await page.unroute('**/api/**');
    page.removeAllListeners('request');
  }
});

test.describe('carousels', () => {
  async function slidesIn(page: Page, label: string): Promise<number> {
    return page.getByRole('list', { name: `${label}, scrollable` }).evaluate((track) => {
      const style = getComputedStyle(track);
      const gap = Number.parseFloat(style.columnGap);
      const room =
        track.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      const slide = track.firstElementChild?.getBoundingClientRect().width ?? 1;
      return Math.round((room + gap) / (slide + gap));
    });
  }

  test('show as many slides as the width has room for', { tag: nightly }, async ({ page }) => {
    await openPage(page, '/');
    const expected = {
      Testimonials: { 1920: 3, 1200: 3, 768: 2, 767: 1, 320: 1 },
      'Our expert trainers': { 1920: 4, 1025: 4, 1024: 3, 601: 3, 600: 2, 481: 2, 480: 1, 320: 1 },
    };
    for (const [label, counts] of Object.entries(expected)) {
      for (const [width, count] of Object.entries(counts)) {
        await page.setViewportSize({ width: Number(width), height: 900 });
        expect(await slidesIn(page, label), `${label} at ${width}`).toBe(count);
      }
    }
    await openPage(page, '/customer-speak');
    for (const [width, count] of [
      [1200, 3],
      [767, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      expect(await slidesIn(page, 'Hear from Our Certified Professionals')).toBe(count);
    }
  });

  test('move by their buttons', { tag: nightly }, async ({ page }) => {
    await page.emulateMedia(calm);
    await openPage(page, '/');
    const track = page.getByRole('list', { name: 'Testimonials, scrollable' });
    await page.getByRole('button', { name: 'Next: Testimonials' }).click();
    await expect.poll(() => track.evaluate((list) => list.scrollLeft)).toBeGreaterThan(100);
    await page.getByRole('button', { name: 'Previous: Testimonials' }).click();
    await expect.poll(() => track.evaluate((list) => list.scrollLeft)).toBeLessThan(10);
  });

  test('of logos moves without end and stops under the pointer and with the focus', { tag: nightly }, async ({
    page,
  }) => {
    await openPage(page, '/');
    const frame = page.getByRole('region', { name: 'Organisations' });
    const motion = () =>
      frame.locator('.marquee').evaluate((row) => {
        const [animation] = row.getAnimations();
        const { duration, iterations } = animation?.effect?.getTiming() ?? {};
        return { state: animation?.playState, duration, endless: iterations === Number.POSITIVE_INFINITY };
      });
    const logos = await frame.locator('ul:not([aria-hidden]) img').count();
    expect(await motion()).toEqual({ state: 'running', duration: logos * 2000, endless: true });
    await frame.hover();
    expect((await motion()).state).toBe('paused');
    await page.mouse.move(2, 2);
    await expect.poll(async () => (await motion()).state).toBe('running');
    await frame.focus();
    expect((await motion()).state).toBe('paused');
    await page.emulateMedia(calm);
    expect((await motion()).state).toBeUndefined();
  });
});

test('the courses are one click away, from their own page and from others', async ({ page }) => {
  await page.emulateMedia(calm);
  await openPage(page, '/');
  const heading = page.getByRole('heading', { name: 'Popular Courses' });
  await page.getByRole('main').getByRole('link', { name: 'All Courses' }).click();
  await expect(heading).toBeInViewport();
  await openPage(page, '/about-us');
  await page.getByRole('link', { name: 'See our courses' }).click();
  await expect(heading).toBeInViewport();
});

test('a post can be shared', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage(page, postPath);
  const address = new URL(postPath, page.url()).href;
  const share = page.getByRole('list', { name: 'Share this post' });
  for (const name of ['Share on LinkedIn', 'Share on X', 'Share on Facebook', 'Share by email']) {
    // The links contain the site's origin only after hydration.
    const href = () => share.getByRole('link', { name }).getAttribute('href');
    await expect.poll(async () => decodeURIComponent((await href()) ?? '')).toContain(address);
  }
  await share.getByRole('button', { name: 'Copy the link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
});

test('the chosen batch and number of seats are passed to the checkout', async ({ page }) => {
  await openPage(page, '/view-schedule/101');
  const batch = page.getByRole('article').first();
  const seats = batch.getByRole('spinbutton');
  await expect(seats).toHaveValue('1');
  await seats.fill('-4');
  await expect(seats).toHaveValue('0');
  await expect(batch.getByRole('link', { name: /Enroll/ })).toHaveAttribute('aria-disabled', 'true');
  await seats.fill('3');
  const { data } = await (await page.request.get('/api/course_schedule?id=101')).json();
  const [first] = data.course_schedule;
  await batch.getByRole('link', { name: /Enroll/ }).click();
  await expect(page).toHaveURL('/checkout');
  expect(await page.evaluate(() => history.state.usr)).toEqual({
    course_id: 101,
    course_name: data.name,
    course_schedule_id: first.id,
    course_fee: first.discount_fee,
    course_qty: 3,
  });
  const summary = page.getByRole('region', { name: 'Your order' });
  for (const word of ['Leading SAFe', 'Sub total', 'GST (18%)', 'Total to pay']) {
    await expect(summary).toContainText(word);
  }
  await expect(summary.getByText('Seats', { exact: true }).locator('+ dd')).toHaveText('3');
});

test('the picture of the partner page is right of its form on a wide screen, and below on a narrow one', {
  tag: nightly,
}, async ({ page }) => {
  await page.goto('/partner-with-us');
  const main = page.getByRole('main');
  const boxes = async () => {
    const form = await main.locator('form').boundingBox();
    const picture = await main.locator('section:has(form) + * svg').first().boundingBox();
    if (!form || !picture) throw new Error('There is no form, or no picture');
    expect(picture.width).toBeGreaterThan(100);
    return { form, picture };
  };
  await page.setViewportSize({ width: 1280, height: 900 });
  const wide = await boxes();
  expect(wide.picture.x).toBeGreaterThanOrEqual(wide.form.x + wide.form.width);
  expect(wide.picture.y).toBeLessThan(wide.form.y + wide.form.height);
  await page.setViewportSize({ width: 390, height: 900 });
  const narrow = await boxes();
  expect(narrow.picture.y).toBeGreaterThanOrEqual(narrow.form.y + narrow.form.height);
});

test('a screenshot of a whole page contains all its sections', { tag: nightly }, async ({ page }) => {
  for (const path of ['/', coursePath]) {
    await page.goto(path);
    const unseen = await page.evaluate(() =>
      [...document.querySelectorAll('main :is(section, article) :is(h2, h3)')]
        .filter((heading) => !heading.checkVisibility({ contentVisibilityAuto: true }))
        .map((heading) => heading.textContent),
    );
    expect(unseen, path).toEqual([]);
  }
});
