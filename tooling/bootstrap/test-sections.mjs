import { existsSync, readFileSync } from 'node:fs';

/**
 * Test names carry the sections of the specification that they cover: `§2`, or `§4 §9`. Listed from
 * reports, so only tests that ran and passed count.
 */
const sections = new Map([
  ['1', 'what the product does and for whom'],
  ['2', 'screens and routes'],
  ['3', 'entities and their fields'],
  ['4', 'states and transitions'],
  ['5', 'validation rules'],
  ['6', 'roles and permissions'],
  ['7', 'calls'],
  ['8', 'error catalogue'],
  ['9', 'business constants and limits'],
]);

function* playwrightNames(suite, groups = []) {
  const path = suite.title ? [...groups, suite.title] : groups;
  for (const spec of suite.specs ?? []) if (spec.ok) yield [...path, spec.title].join(' › ');
  for (const inner of suite.suites ?? []) yield* playwrightNames(inner, path);
}

/** Names of passed tests in a Vitest or Playwright JSON report. @returns {string[]} */
export function passedTests(report) {
  const ofVitest = (report.testResults ?? []).flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName),
  );
  return [...ofVitest, ...(report.suites ?? []).flatMap((suite) => [...playwrightNames(suite)])];
}

/**
 * @param {string[]} names of tests
 * @returns {Map<string, string[]>} section → its tests, for every section
 */
export function testsBySection(names) {
  const found = new Map([...sections.keys()].map((section) => [section, []]));
  for (const name of names)
    for (const section of new Set([...name.matchAll(/§(\d)/g)].map(([, digit]) => digit)))
      found.get(section)?.push(name);
  return found;
}

/**
 * A line per section, optionally with its tests.
 * @param {string[]} paths of JSON reports; missing ones are skipped
 * @param {{names?: boolean}} options
 */
export function listSections(paths, { names = false } = {}) {
  const tests = paths
    .filter((path) => existsSync(path))
    .flatMap((path) => passedTests(JSON.parse(readFileSync(path, 'utf8'))));
  const lines = [...testsBySection(tests)].flatMap(([section, shown]) => [
    `§${section} ${sections.get(section)}: ${shown.length} tests`,
    ...(names ? shown.map((name) => `   ${name}`) : []),
  ]);
  return ['The specification, by tests that have passed:', ...lines].join('\n');
}

if (import.meta.main) console.log(listSections(process.argv.slice(2), { names: true }));
