import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{file: string, seconds: number}} FileTime */

/** @typedef {{file: string, name: string, error: string}} Failure */

/**
 * @typedef {object} TestReport
 * @property {number} passed
 * @property {number} failed
 * @property {FileTime[]} times of all files
 * @property {Failure[]} failures with the name of the test and its errors; a file that did not load has no name
 */

const wholeNumber = (value, name) => {
  if (Number.isInteger(value)) return value;
  throw new TypeError(`The report has no number "${name}"`);
};

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Reads a JSON report of Vitest. @param {string} path @returns {TestReport} */
export function readVitestReport(path) {
  const { numPassedTests, numFailedTests, testResults = [] } = readJson(path);
  const failuresOf = ({ name: file, status, message, assertionResults = [] }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [{ file, name: '', error: message ?? '' }] : [];
    return failed.map(({ fullName, failureMessages = [] }) => ({
      file,
      name: fullName,
      error: failureMessages.join('\n'),
    }));
  };
  return {
    passed: wholeNumber(numPassedTests, 'numPassedTests'),
    failed: wholeNumber(numFailedTests, 'numFailedTests'),
    times: testResults.map(({ name, startTime, endTime }) => ({
      file: name,
      seconds: (endTime - startTime) / 1000,
    })),
    failures: testResults.flatMap(failuresOf),
  };
}

/** Specs of a suite and of the suites in it. */
const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

/** Reads a JSON report of Playwright. Flaky tests count as passed. @param {string} path @returns {TestReport} */
export function readPlaywrightReport(path) {
  const { config, suites = [], stats } = readJson(path);
  const pathOf = ({ file }) => join(config.rootDir, file);
  const resultsOf = ({ tests }) => tests.flatMap(({ results }) => results);
  return {
    passed: wholeNumber(stats?.expected, 'expected') + wholeNumber(stats.flaky, 'flaky'),
    failed: wholeNumber(stats.unexpected, 'unexpected'),
    times: suites.map((suite) => ({
      file: pathOf(suite),
      seconds:
        specsOf(suite)
          .flatMap(resultsOf)
          .reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
    failures: suites.flatMap((suite) =>
      specsOf(suite)
        .filter(({ ok }) => !ok)
        .map((spec) => ({
          file: pathOf(suite),
          name: spec.title,
          error: resultsOf(spec)
            .flatMap(({ errors = [] }) => errors.map(({ message }) => message))
            .join('\n'),
        })),
    ),
  };
}
