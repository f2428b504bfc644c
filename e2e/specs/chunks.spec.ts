import { readdirSync } from 'node:fs';
import { expect, test } from '@playwright/test';

const assets = new URL('../../apps/web/dist/client/assets/', import.meta.url);
const names = readdirSync(assets).filter((name) => name.endsWith('.js') && !name.startsWith('entry.client'));

/** Chunks that import each other in a circle can fail, depending on which of them is loaded first. */
test('every script of the site can be imported', async ({ page }) => {
  expect(names.length).toBeGreaterThan(50);
  await page.goto('/privacy-policy');
  for (const name of names) {
    const failure = await page.evaluate(
      (url) =>
        import(url).then(
          () => '',
          (error) => String(error),
        ),
      `/assets/${name}`,
    );
    expect(failure, name).toBe('');
  }
});
