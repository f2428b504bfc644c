// Tests that the test files that SECURITY.md names as evidence exist and contain the quoted test names.
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const files = globSync('{apps,packages,tooling,deploy,docs,e2e,lab}/**/*.{test,spec}.{ts,tsx,mjs}', {
  cwd: root,
  exclude: (path) => /(?:^|\/)(?:node_modules|dist)$/.test(path),
});
const table = readFileSync(join(root, 'SECURITY.md'), 'utf8');
const rows = table.split('\n').filter((line) => /^\| \d/.test(line));

/** @returns the test files that a row names, each with the quoted (beginnings of) test names that follow it */
function evidenceOf(row) {
  return [...row.matchAll(/`([\w./-]+\.(?:test|spec)\.(?:tsx?|mjs))`((?:(?:,| and)? › [^`|;,(]+)*)/g)].map(
    ([, file, names]) => ({
      file,
      names: names
        .split('›')
        .slice(1)
        .map((name) => name.replace(/[\s,.]+$|(?:,| and)\s*$/g, '').trim()),
    }),
  );
}

const normal = (text) => text.replaceAll(/[’']/g, "'").replaceAll('\\', '');

/** @returns the error of a piece of evidence, or undefined */
function faultOf({ file, names }) {
  const found = files.filter((known) => `/${known}`.endsWith(`/${file}`));
  if (found.length !== 1) return `${file}: ${found.length} files match, instead of one`;
  const source = normal(readFileSync(join(root, found[0]), 'utf8'));
  const missing = names.filter((name) => !source.includes(normal(name)));
  return missing.length === 0 ? undefined : `${file} does not contain ${missing.join(' | ')}`;
}

it('every test that a requirement of ASVS names exists', () => {
  expect(rows.length).toBeGreaterThan(100);
  const faults = rows.flatMap((row) =>
    evidenceOf(row).flatMap((evidence) => {
      const fault = faultOf(evidence);
      return fault === undefined ? [] : [`${row.split('|')[1].trim()}: ${fault}`];
    }),
  );
  expect(faults).toEqual([]);
});
