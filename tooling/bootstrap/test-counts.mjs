import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{passed: number, failed: number}} Counts */

const wholeNumber = (value, name) => {
  if (Number.isInteger(value)) return value;
  throw new TypeError(`The report has no number "${name}"`);
};

/** @typedef {{file: string, seconds: number}} FileTime */

/** Time of each file of a Vitest JSON report. @returns {FileTime[]} */
export function vitestTimes(path) {
  const { testResults } = JSON.parse(readFileSync(path, 'utf8'));
  return testResults.map(({ name, startTime, endTime }) => ({
    file: name,
    seconds: (endTime - startTime) / 1000,
  }));
}

/** Time of each file of a Playwright JSON report. @returns {FileTime[]} */
export function playwrightTimes(path) {
  const { config, suites } = JSON.parse(readFileSync(path, 'utf8'));
  const milliseconds = ({ specs = [], suites: inner = [] }) =>
    specs
      .flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)))
      .concat(inner.map(milliseconds))
      .reduce((sum, duration) => sum + duration, 0);
  return suites.map((suite) => ({
    file: join(config.rootDir, suite.file),
    seconds: milliseconds(suite) / 1000,
  }));
}

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
