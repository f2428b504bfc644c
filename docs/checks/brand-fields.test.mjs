import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { siteFile } from '../../packages/contracts/src/site/site-file.ts';

const page = readFileSync(resolve(import.meta.dirname, '../how-to/brand.md'), 'utf8');
/** Fields that the page describes as a whole, in a section or one row. */
const asWhole = ['claims', 'footer', 'social'];

function pathsOf(schema, path = []) {
  if (asWhole.includes(path.join('.'))) return [path.join('.')];
  const inner = schema.def.innerType ?? schema;
  return inner.def.shape
    ? Object.entries(inner.def.shape).flatMap(([name, field]) => pathsOf(field, [...path, name]))
    : [path.join('.')];
}

it('brand: the page describes every field of site.yaml', () => {
  const paths = pathsOf(siteFile);
  expect(paths).toContain('texts.corporate.programmes');
  expect(paths.filter((path) => !page.includes(`\`${path}\``))).toEqual([]);
});
