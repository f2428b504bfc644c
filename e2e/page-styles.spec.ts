import { expect, type Page, test } from '@playwright/test';
import { hydrated } from './hydrated.ts';
import { standInForOtherSites } from './pages.ts';
import { routes } from './routes.ts';

/** Classes of one element that set the same properties in the same state: which of them wins would be chance. */
function rivals(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const kinds = new Map<string, string>();
    function read(list: CSSRuleList, around: string): void {
      for (const rule of list) {
        const [, name, state = ''] =
          (rule instanceof CSSStyleRule && /^\.((?:\\.|[\w-])+)(:[\w-]+|)$/.exec(rule.selectorText)) || [];
        if (rule instanceof CSSStyleRule) {
          const plain = name?.replaceAll('\\', '');
          if (plain) kinds.set(plain, `${around}${state} ${[...rule.style].join()}`);
        } else if (rule instanceof CSSLayerBlockRule) read(rule.cssRules, around);
        else if (rule instanceof CSSGroupingRule)
          read(rule.cssRules, `${around}${rule.cssText.split('{')[0]}`);
      }
    }
    const sheets = [...document.styleSheets, ...document.adoptedStyleSheets];
    for (const sheet of sheets)
      if (!sheet.disabled)
        for (const rule of sheet.cssRules) if (rule instanceof CSSLayerBlockRule) read(rule.cssRules, '');
    const found = new Set<string>();
    for (const { classList } of document.querySelectorAll('[class]')) {
      const known = [...classList].filter((name) => kinds.has(name));
      const byKind = Map.groupBy(known, (name) => kinds.get(name));
      for (const names of byKind.values()) if (names.length > 1) found.add(names.join(' '));
    }
    return kinds.size > 100 ? [...found] : ['no rules'];
  });
}

test('17 no element has two classes for the same properties', async ({ page }) => {
  test.setTimeout(90_000);
  await standInForOtherSites(page);
  for (const path of routes) {
    await page.goto(path);
    await hydrated(page);
    expect(await rivals(page), path).toEqual([]);
  }
});

interface StyleEvent {
  name: string;
  args: { elementCount?: number };
}

for (const path of ['/', '/blogs', '/safe/safe-agilist-certification'])
  test(`17 the rules that ${path} gets later cost only the elements that they match`, async ({
    page,
    browser,
  }) => {
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    const elements = await page.locator('body *').count();
    await browser.startTracing(page, { categories: ['devtools.timeline'] });
    const added = await page.evaluate(async () => {
      const style = document.querySelector<HTMLStyleElement>('style[data-rest]');
      const text = await (await fetch(style?.dataset.rest ?? '')).text();
      const part = new Set(style?.textContent.split('\n'));
      const sheet = new CSSStyleSheet();
      const isRule = (line: string) => line !== '' && !line.endsWith('{') && !line.startsWith('}');
      sheet.replaceSync(
        text
          .split('\n')
          .filter((line) => !isRule(line) || !part.has(line))
          .join('\n'),
      );
      document.adoptedStyleSheets = [sheet];
      // One element, so that the trace says something where nothing else is styled.
      document.body.style.outlineColor = 'red';
      document.body.getBoundingClientRect();
      return sheet.cssRules.length;
    });
    const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: StyleEvent[] };
    const styled = trace.traceEvents
      .filter(({ name }) => name === 'UpdateLayoutTree')
      .reduce((sum, { args }) => sum + (args.elementCount ?? 0), 0);
    expect(added).toBeGreaterThan(10);
    expect(styled).toBeGreaterThan(0);
    expect(styled).toBeLessThan(elements / 4);
  });
