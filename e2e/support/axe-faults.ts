import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * What axe finds, short enough to read in a failure.
 * @param options.rules only these; default: all
 * @param options.part a selector; default: the whole page
 */
export async function axeFaults(
  page: Page,
  options: { rules?: string[]; part?: string } = {},
): Promise<string[]> {
  const { rules, part } = options;
  // Colours in between are nobody's to read.
  await page.evaluate(() => {
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
    return Promise.allSettled(transitions.map(({ finished }) => finished)).then(() => undefined);
  });
  // Our pages have no frames, and passing rules are not reported.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  if (part) axe.include(part);
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}

/** Faults of the page in both colour schemes; nothing but the colours differs in the dark one. */
export async function axeFaultsInBothSchemes(page: Page): Promise<string[]> {
  const light = await axeFaults(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await axeFaults(page, { rules: ['color-contrast'] });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((fault) => `dark: ${fault}`)];
}
