import { expect, type Page, test } from '@playwright/test';
import { pages } from './pages.ts';
import { spread } from './sampling.ts';

/** Every computed style of every element, as the page stands. */
function looks(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const styleOf = (element: Element, pseudo?: string) => {
      const style = getComputedStyle(element, pseudo);
      return Array.from(style, (name) => `${name}:${style.getPropertyValue(name)}`)
        .filter((line) => !line.startsWith('--'))
        .join(';');
    };
    // Without what turns, and the loader's words about files that are missing.
    const others = 'script, style, noscript, .animate-spin, .load-failure, .load-failure *';
    const shown = `html, body, body *:not(${others})`;
    return [...document.querySelectorAll(shown)].map((element) => {
      const name = `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`;
      const generated = ['::before', '::after'].map((pseudo) =>
        getComputedStyle(element, pseudo).content === 'none' ? '' : styleOf(element, pseudo),
      );
      return `${name} ${styleOf(element)} ${generated.join(' ')}`;
    });
  });
}

function loadWholeSheets(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const hrefs =
      document.querySelector<HTMLElement>('script[data-styles]')?.dataset.styles?.split(' ') ?? [];
    if (hrefs.length === 0) throw new Error('The page names no style sheet');
    for (const href of hrefs) {
      const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
      const loaded = Promise.withResolvers<Event>();
      link.onload = loaded.resolve;
      link.onerror = loaded.reject;
      document.head.append(link);
      await loaded.promise;
    }
  });
}

for (const [turn, width] of [390, 1280].entries()) {
  test(`17 at ${width} px a document has all the styles that its markup uses`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    // The markup as it came: no code changes it, and no whole style sheet is loaded.
    let sheetsMayCome = false;
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.route('**/assets/*.css', (route) => (sheetsMayCome ? route.continue() : route.abort()));
    for (const { path } of spread(pages, turn * 3, 8)) {
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await page.evaluate(() => document.fonts.ready);
      const own = await looks(page);
      sheetsMayCome = true;
      await loadWholeSheets(page);
      const whole = await looks(page);
      sheetsMayCome = false;
      expect(own.length, path).toBeGreaterThan(100);
      const differing = whole.flatMap((look, index) => (look === own[index] ? [] : [look.slice(0, 200)]));
      expect(differing, path).toEqual([]);
    }
  });
}
