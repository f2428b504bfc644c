import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { drawingOnly } from './plain-icons.ts';

const folder = join(dirname(fileURLToPath(import.meta.resolve('lucide-react'))), '../esm');

it('17 the installed icons are drawings of one size, made by one function', async () => {
  const phone = await readFile(join(folder, 'icons/phone.mjs'), 'utf8');
  expect(phone).toContain("from '../createLucideIcon.mjs'");
  const drawing = drawingOnly(phone);
  expect(drawing).toMatch(/__iconData = \{\s+node: \[\s+\[\s+"path",\s+\{\s+d: "[^"]+"\s+\}/);
  expect(drawing).not.toMatch(/key|name:|size:/);
});

it('17 no icon has a size of its own', async () => {
  const names = (await readdir(join(folder, 'icons'))).filter((name) => name.endsWith('.mjs')).slice(0, 100);
  for (const name of names) {
    const code = await readFile(join(folder, 'icons', name), 'utf8');
    if (code.includes('__iconData'))
      expect(drawingOnly(code), name).not.toMatch(/\b(?:size|width|height): \d/);
  }
});
