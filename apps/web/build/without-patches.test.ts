import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { patchingCalls, withoutPatches } from './without-patches.ts';

test('17 the call that brings patches is left out, and an unknown form is an error', () => {
  expect(withoutPatches('init() {\n\t\tenablePatches();\n}')).toBe('init() {\n\t\t\n}');
  expect(() => withoutPatches('init() {}')).toThrow('in another way');
});

test('17 no code of the site needs patches', async () => {
  const sources = join(import.meta.dirname, '../src');
  const files = (await readdir(sources, { recursive: true })).filter((name) => /\.tsx?$/.test(name));
  expect(files.length).toBeGreaterThan(100);
  for (const file of files)
    expect(await readFile(join(sources, file), 'utf8'), file).not.toMatch(patchingCalls);
});
