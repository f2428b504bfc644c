import type { Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * Checks the page with axe.
 * @param options.rules only these rules; default: all
 * @param options.part a selector; default: the whole page
 * @param options.except selectors of parts that are not checked
 * @returns the violations, short enough to read in a failed test
 */
export async function axeFaults(
  page: Page,
  options: { rules?: string[]; part?: string; except?: string[] } = {},
): Promise<string[]> {
  const { rules, part, except = [] } = options;
  // Waits for CSS transitions, because axe would check colours that are between two states.
  await page.evaluate(() => {
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
    return Promise.allSettled(transitions.map(({ finished }) => finished)).then(() => undefined);
  });
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
  const context = { ...(part && { include: [part] }), exclude: except };
  // Passed rules are not reported. Selectors are left out, because finding them takes half of the time.
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

/**
 * @returns the violations in both colour schemes; in the dark scheme only colours are checked, because
 *   nothing else differs
 */
export async function axeFaultsInBothSchemes(page: Page): Promise<string[]> {
  const light = await axeFaults(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await axeFaults(page, { rules: ['color-contrast'] });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((fault) => `dark: ${fault}`)];
}
