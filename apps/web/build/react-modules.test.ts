import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { toModule } from './react-modules.ts';

const require = createRequire(import.meta.url);
const reactDomRequire = createRequire(require.resolve('react-dom'));
const reduxRequire = createRequire(require.resolve('react-redux'));

/** The React packages as they are installed. */
const indexes = [
  ['react', require],
  ['react/jsx-runtime', require],
  ['react-dom', require],
  ['react-dom/client', require],
  ['scheduler', reactDomRequire],
  ['use-sync-external-store/with-selector.js', reduxRequire],
] as const;

const chosenFile = /^export \* from '([^']+)';/;

for (const [name, resolver] of indexes) {
  const path = resolver.resolve(name);
  test(`${name} becomes a module with the same exports`, async () => {
    const index = toModule(await readFile(path, 'utf8'));
    const [, file = ''] = chosenFile.exec(index ?? '') ?? [];
    expect(file).toMatch(/\.production\.js$/);

    const production = createRequire(path).resolve(file);
    expect(dirname(production)).toMatch(/cjs$/);
    const module = toModule(await readFile(production, 'utf8'));
    expect(module).toBeDefined();
    expect(module).not.toMatch(/\brequire\(/);
    const exported = [...(module ?? '').matchAll(/export\$\w+ as (\w+)/g)].map(([, as]) => as);
    expect(exported.toSorted()).toEqual(Object.keys(resolver(production)).toSorted());
  });
}

test('a converted module behaves as the file did, also if that reads its own exports', async () => {
  const module = toModule(`"use strict";
exports.count = 1;
exports.next = function () {
  exports.count += 1;
  return exports.count;
};
`);
  const loaded = await import(`data:text/javascript,${encodeURIComponent(module ?? '')}`);
  expect(loaded.next()).toBe(2);
  expect(loaded.default.next()).toBe(3);
});

test('a file of another form is unchanged', () => {
  expect(toModule('module.exports = function () {};')).toBeUndefined();
  expect(toModule('if (odd) { var other = require("other"); }\nexports.name = other.name;')).toBeUndefined();
  expect(toModule('export const name = 1;')).toBeUndefined();
});
