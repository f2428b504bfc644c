import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { routes } from './routes.ts';
import { spread } from './sampling.ts';

/** What axe finds, short enough to read in a failure. @param part a selector; default: the whole page */
async function violations(page: Page, rules?: string[], part?: string): Promise<string[]> {
  // No page has a frame of ours, and what passes is not told.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  if (part) axe.include(part);
  const { violations: found } = await (rules ? axe.withRules(rules) : axe).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}

for (const [turn, width] of [390, 1280].entries()) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

    for (const path of spread(routes, turn)) {
      test(`${path} has no fault that axe finds`, async ({ page }) => {
        await page.goto(path);
        expect(await violations(page)).toEqual([]);
        if (width < 1024) return;
        // Nothing but the colours differs in the dark scheme.
        await page.emulateMedia({ colorScheme: 'dark' });
        expect(await violations(page, ['color-contrast']), 'in the dark').toEqual([]);
      });
    }

    test('open menus, modals and accordions have none either', async ({ page }) => {
      // Axe looks at the page again and again.
      test.slow();
      await page.goto('/safe/safe-agilist-certification');
      if (width >= 1024) {
        await page.getByRole('button', { name: 'All Courses' }).click();
        await expect(page.getByRole('link', { name: /Scrum Master/ }).first()).toBeVisible();
        expect(await violations(page)).toEqual([]);
        await page.keyboard.press('Escape');
      } else {
        await page.getByRole('button', { name: 'Open menu' }).click();
        await page.getByRole('dialog').locator('summary').first().click();
        expect(await violations(page)).toEqual([]);
        await page.getByRole('button', { name: 'Close menu' }).click();
      }
      for (const name of [
        'Get the offer',
        'Download Syllabus',
        'Download Curriculum',
        'Skill Up Your Teams',
      ]) {
        await page.getByRole('button', { name }).first().click();
        const modal = page.locator('dialog[open]');
        await expect(modal.getByRole('textbox').first()).toBeVisible();
        expect(await violations(page, undefined, 'dialog[open]'), name).toEqual([]);
        await modal.getByRole('button', { name: 'Close' }).click();
        await expect(modal).toBeHidden();
      }
      await page.locator('main details').evaluateAll((items) => {
        for (const item of items) (item as HTMLDetailsElement).open = true;
      });
      expect(await violations(page)).toEqual([]);
    });
  });
}
