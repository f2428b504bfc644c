import type { Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * What axe finds, short enough to read in a failure.
 * @param options.rules only these; default: all
 * @param options.part a selector; default: the whole page
 * @param options.except selectors of parts that are left out
 */
export async function axeFaults(
  page: Page,
  options: { rules?: string[]; part?: string; except?: string[] } = {},
): Promise<string[]> {
  const { rules, part, except = [] } = options;
  // Colours in between are nobody's to read.
  await page.evaluate(() => {
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
    return Promise.allSettled(transitions.map(({ finished }) => finished)).then(() => undefined);
  });
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
  const context = { ...(part && { include: [part] }), exclude: except };
  // Passing rules are not reported, and the selector of each element takes half of the time.
  const runOptions: axe.RunOptions = {
    resultTypes: ['violations'],
    selectors: false,
    preload: { assets: ['media'] },
    ...(rules && { runOnly: rules }),
  };
  return page.evaluate(
    async ([context, runOptions]) => {
      const { violations } = await window.axe.run(context, runOptions);
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    },
    [context, runOptions] as const,
  );
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Faults of the page in both colour schemes; nothing but the colours differs in the dark one. */
export async function axeFaultsInBothSchemes(page: Page): Promise<string[]> {
  const light = await axeFaults(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await axeFaults(page, { rules: ['color-contrast'] });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((fault) => `dark: ${fault}`)];
}
