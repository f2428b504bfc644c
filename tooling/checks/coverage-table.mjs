import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Most paths of the table stand below this folder, so the table leaves it out. */
const usualFolder = 'apps/web/src';

/** @typedef {{line: number, what: string, places: string[], tests: {path: string, name: string}[]}} Row */

/**
 * Reads the rows of the coverage table: what, where in the code, test. Several places or tests of a row stand on
 * lines of their own (`<br>`).
 *
 * @param {string} text Markdown
 * @returns {Row[]}
 */
export function readRows(text) {
  return text.split('\n').flatMap((line, index) => {
    const cells = line
      .match(/^\|(.*)\|$/)?.[1]
      ?.split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    if (!cells || /^[-: ]*$/.test(cells[0] ?? '') || cells[0] === 'what') return [];
    const [what = '', where = '', tests = ''] = cells;
    return [
      {
        line: index + 1,
        what,
        places: [...where.matchAll(/`([^`]+)`/g)].map(([, path]) => path),
        tests: tests
          .split('<br>')
          .filter(Boolean)
          .map((test) => {
            const [, path = '', name = ''] = test.match(/`([^`]+)` › (.+)/) ?? [];
            return { path, name: name.trim().replaceAll('\\|', '|') };
          }),
      },
    ];
  });
}

function titlesAfter(call, source) {
  const pattern = new RegExp(`(?:${call})\\(\\s*(['"\`])((?:\\\\.|(?!\\1)[^\\\\])*)\\1`, 'g');
  const titles = [...source.matchAll(pattern)].map(([, , title]) => title.replaceAll(/\\(['"`])/g, '$1'));
  return new Set(titles);
}

/** The titles of the tests of a file as they are written, with their placeholders. */
export function testTitles(source) {
  return titlesAfter('\\b(?:it|test)|[)\\]]', source);
}

/** @returns whether a file has a test of that name: its title, or its group and its title (`group › title`) */
function hasTest(source, name) {
  const groups = name.split(' › ');
  const title = groups.pop();
  const described = titlesAfter('\\bdescribe', source);
  return testTitles(source).has(title) && groups.every((group) => described.has(group));
}

/**
 * What is not true in the table: rows without place or test, files that are not there, tests that no file has.
 *
 * @param {Row[]} rows
 * @param {string} root the repository's folder
 * @param {(path: string) => string} readSource
 * @returns {string[]}
 */
export function findUntrue(rows, root, readSource) {
  const find = (path) =>
    [path, `${usualFolder}/${path}`].find((name) => path && existsSync(join(root, name)));
  return rows.flatMap(({ line, what, places, tests }) => {
    const faults = [];
    if (places.length === 0) faults.push('names no place in the code');
    if (tests.length === 0) faults.push('names no test');
    for (const path of places) if (!find(path)) faults.push(`${path} is not there`);
    for (const { path, name } of tests) {
      const file = find(path);
      if (!file || !/\.(?:test|spec)\.[a-z]+$/.test(file)) faults.push(`${path} is no test file`);
      else if (!hasTest(readSource(join(root, file)), name)) faults.push(`${path} has no test "${name}"`);
    }
    return faults.map((fault) => `line ${line} (${what}): ${fault}`);
  });
}
