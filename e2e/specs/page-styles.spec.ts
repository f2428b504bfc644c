import { expect, test } from '@playwright/test';

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
    // The trace begins when the page's own styles are done: they follow fonts and images.
    await page.waitForLoadState('networkidle');
    await page.evaluate(async () => {
      await document.fonts.ready;
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    });
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
