import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const lines = (text) => (text === '' ? [] : text.split('\n'));

/** @returns the commit at which the branch left `origin/main`; the last commit if there is no `origin/main` */
function findBase() {
  try {
    return git('merge-base', 'HEAD', 'origin/main');
  } catch {
    return git('rev-parse', 'HEAD');
  }
}

/**
 * Lists the files that have changed since the branch left `origin/main`, committed or not.
 * @returns {{base: string, files: string[]}} paths of existing files, relative to the root
 */
export function findChanges() {
  const base = findBase();
  const files = [
    ...lines(git('diff', '--name-only', base)),
    ...lines(git('ls-files', '--others', '--exclude-standard')),
  ];
  return { base, files: files.filter((file) => existsSync(join(root, file))) };
}

const isTest = (file) => /\.test\.(?:m?js|tsx?)$/.test(file);

/** Browser tests that cover each part of the product. */
const journeys = [
  { of: /^(?:apps\/web|packages\/(?:ui|contracts))\//, specs: ['smoke', 'user-journey'] },
  { of: /^(?:apps\/console|packages\/(?:ui|contracts))\//, specs: ['console-live'] },
  { of: /^e2e\/(?:support\/|playwright)/, specs: ['smoke', 'user-journey'] },
];

/**
 * Selects the browser tests for a quick check of changed files.
 * @param {string[]} files
 * @returns {string[]} names of specs; none if the browser runs none of the files
 */
export function specsFor(files) {
  const sources = files.filter((file) => !isTest(file));
  const own = sources.flatMap((file) => /^e2e\/specs\/(.+)\.spec\.ts$/.exec(file)?.[1] ?? []);
  const shared = journeys.flatMap(({ of, specs }) => (sources.some((file) => of.test(file)) ? specs : []));
  return [...new Set([...own, ...shared])];
}
