import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const lines = (text) => (text === '' ? [] : text.split('\n'));

/** The commit that a change begins at: where the branch left `origin/main`, else the last commit. */
function findBase() {
  try {
    return git('merge-base', 'HEAD', 'origin/main');
  } catch {
    return git('rev-parse', 'HEAD');
  }
}

/**
 * What has changed since the branch left `origin/main`, committed or not.
 * @returns {{base: string, files: string[]}} files that exist, from the root
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

/** Journeys that try what each part of the product shows. */
const journeys = [
  { of: /^(?:apps\/web|packages\/(?:ui|contracts))\//, specs: ['smoke', 'user-journey'] },
  { of: /^(?:apps\/console|packages\/(?:ui|contracts))\//, specs: ['console-live'] },
  { of: /^e2e\/(?:support\/|playwright)/, specs: ['smoke', 'user-journey'] },
];

/**
 * The browser tests that a quick check of these files takes.
 * @param {string[]} files
 * @returns {string[]} names of specs; none if the browser runs nothing of the files
 */
export function specsFor(files) {
  const sources = files.filter((file) => !isTest(file));
  const own = sources.flatMap((file) => /^e2e\/specs\/(.+)\.spec\.ts$/.exec(file)?.[1] ?? []);
  const shared = journeys.flatMap(({ of, specs }) => (sources.some((file) => of.test(file)) ? specs : []));
  return [...new Set([...own, ...shared])];
}
