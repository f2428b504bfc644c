import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const samples = join(import.meta.dirname, '../catalogue');
/** Not in the catalogue, because `toasts` loads this file with its library only when a toast is shown. */
const loadedOnUse = 'toast-area.tsx';

const textOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');

it('the catalogue shows every component', () => {
  const components = readdirSync(import.meta.dirname).filter(
    (name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx') && name !== loadedOnUse,
  );
  const text = textOf(samples);
  expect(components.length).toBeGreaterThan(20);
  expect(components.filter((name) => !text.includes(`/src/${name}'`))).toEqual([]);
});
