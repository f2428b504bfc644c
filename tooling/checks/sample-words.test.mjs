/** The product's code and documents contain no name, address, number or claim of the sample brand. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const words = readFileSync('instances/meridian/words.txt', 'utf8').trim().split('\n');

/**
 * Paths that are not searched: the sample itself, pictures of it, the changelog, results of measurements and the lock
 * file. The names of the packages are allowed, because the words do not contain `meridian` in lower case alone.
 */
const skipped = [
  'instances/meridian',
  'apps/upstream/content',
  'CHANGELOG.md',
  'lab/results',
  'docs/pictures',
  'pnpm-lock.yaml',
];

it('no word of the sample brand appears outside the sample', () => {
  const paths = ['.', ...skipped.map((path) => `:!${path}`)];
  const patterns = words.flatMap((word) => ['-e', word]);
  let found = '';
  try {
    found = execFileSync('git', ['grep', '-noI', '--fixed-strings', ...patterns, '--', ...paths], {
      encoding: 'utf8',
    });
  } catch (error) {
    // Status 1: no match.
    if (error.status !== 1) throw error;
  }
  expect(found.split('\n').filter(Boolean)).toEqual([]);
});
