import { expect, test } from '@playwright/test';
import { axeFaults } from '../support/axe-faults.ts';
import { spread } from '../support/sampling.ts';

// `layout.spec.ts` checks whole pages with axe.
for (const width of spread([390, 1280], 0)) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

    test('open menus, modals and accordions have no fault that axe finds', async ({ page }) => {
      // Axe checks the page several times.
      test.slow();
      await page.goto('/safe/safe-agilist-certification');
      if (width >= 1024) {
        await page.getByRole('button', { name: 'All Courses' }).click();
        await expect(page.getByRole('link', { name: /Scrum Master/ }).first()).toBeVisible();
        expect(await axeFaults(page)).toEqual([]);
        await page.keyboard.press('Escape');
      } else {
        await page.getByRole('button', { name: 'Open menu' }).click();
        await page.getByRole('dialog').locator('summary').first().click();
        expect(await axeFaults(page)).toEqual([]);
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
        expect(await axeFaults(page, { part: 'dialog[open]' }), name).toEqual([]);
        await modal.getByRole('button', { name: 'Close' }).click();
        await expect(modal).toBeHidden();
      }
      await page.locator('main details').evaluateAll((items) => {
        for (const item of items) (item as HTMLDetailsElement).open = true;
      });
      expect(await axeFaults(page)).toEqual([]);
    });
  });
}
