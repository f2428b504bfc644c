import { readFileSync } from 'node:fs';

/** @typedef {{passed: number, failed: number}} Counts */

const wholeNumber = (value, name) => {
  if (Number.isInteger(value)) return value;
  throw new TypeError(`The report has no number "${name}"`);
};

/** Counts of a Vitest JSON report. @returns {Counts} */
export function vitestCounts(path) {
  const report = JSON.parse(readFileSync(path, 'utf8'));
  return {
    passed: wholeNumber(report.numPassedTests, 'numPassedTests'),
    failed: wholeNumber(report.numFailedTests, 'numFailedTests'),
  };
}

/** Counts of a Playwright JSON report; flaky tests count as passed. @returns {Counts} */
export function playwrightCounts(path) {
  const { stats } = JSON.parse(readFileSync(path, 'utf8'));
  return {
    passed: wholeNumber(stats?.expected, 'expected') + wholeNumber(stats.flaky, 'flaky'),
    failed: wholeNumber(stats.unexpected, 'unexpected'),
  };
}
