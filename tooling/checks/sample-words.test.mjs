/** The sample brand is data: none of its names, addresses, numbers and claims is in the product. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const words = readFileSync('instances/meridian/words.txt', 'utf8').trim().split('\n');

/** The sample itself, what was said and measured, and names of the product's packages (`meridian`, in small letters). */
const skipped = [
  'instances/meridian',
  'apps/upstream/content',
  'CHANGELOG.md',
  'lab/results',
  'docs/pictures',
  'pnpm-lock.yaml',
];

it('no word of the sample brand is outside the sample', () => {
  const paths = ['.', ...skipped.map((path) => `:!${path}`)];
  const patterns = words.flatMap((word) => ['-e', word]);
  let found = '';
  try {
    found = execFileSync('git', ['grep', '-noI', '--fixed-strings', ...patterns, '--', ...paths], {
      encoding: 'utf8',
    });
  } catch (error) {
    // Status 1: nothing is found.
    if (error.status !== 1) throw error;
  }
  expect(found.split('\n').filter(Boolean)).toEqual([]);
});
