import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { specsFor } from './changes.mjs';
import { readPlaywrightReport, readVitestReport } from './test-reports.mjs';

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {(workspace: Workspace) => Promise<void>} run
 * @property {() => import('./test-reports.mjs').TestReport | null} [report] of a check that runs tests: reads its report, null if there is none
 * @property {boolean} [mayBeEmpty] whether the check passes without a test
 * @typedef {ReturnType<import('./workspace.mjs').openWorkspace>} Workspace
 */

const biome = (files) => ({
  name: 'format and lint',
  run: (workspace) =>
    workspace.program('biome', ['check', '--error-on-warnings', '--no-errors-on-unmatched', ...files]),
});

/** @param {string[]} filters packages, as turbo selects them */
const types = (filters) => ({
  name: 'types',
  run: (workspace) =>
    workspace.program('turbo', [
      'run',
      'types',
      ...filters.map((filter) => `--filter=${filter}`),
      '--ui=stream',
      '--output-logs=errors-only',
      '--log-order=grouped',
    ]),
});

function vitest(name, project, report, args) {
  return {
    name,
    run: (workspace) =>
      workspace.program('vitest', [
        'run',
        '--project',
        project,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...args,
      ]),
    report: () => (existsSync(report) ? readVitestReport(report) : null),
  };
}

/**
 * @param {string[]} specs names of specs; an empty list runs all
 * @param {object} env of the browser tests
 */
function playwright(report, specs, env = {}) {
  return {
    name: 'end-to-end tests',
    run: (workspace) =>
      workspace.program(
        'playwright',
        [
          'test',
          '--config',
          'e2e/playwright.config.ts',
          '--reporter=list,json',
          ...specs.map((name) => `/${name}.spec.ts`),
        ],
        { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...env },
      ),
    report: () => (existsSync(report) ? readPlaywrightReport(report) : null),
  };
}

const script = (name, path) => ({ name, run: (workspace) => workspace.node([path]) });
const build = { name: 'build', run: (workspace) => workspace.build() };
const unused = { name: 'unused code', run: (workspace) => workspace.program('knip', ['--no-progress']) };
const imports = script('import rules', 'tooling/checks/import-rules.mjs');
const browser = script('browser', 'e2e/install-chromium.ts');

const reportsIn = (folder) =>
  ['vitest', 'chaos', 'playwright'].map((runner) => join(folder, `${runner}.json`));

/**
 * Lists the checks in order, quick ones first. A step has two sequences, which run concurrently on two cores. The chaos
 * tests are the last check of their sequence, because a busy machine disturbs them most.
 * @param {string} folder for the reports
 * @param {number} seed of the order in which files run
 * @returns {Check[][][]}
 */
export function listSteps(folder, seed) {
  const [vitestReport, chaosReport, playwrightReport] = reportsIn(folder);
  const order = [`--sequence.seed=${seed}`];
  return [
    [
      [biome(['.']), types([]), build],
      [
        // Each of these uses one thread, and fills the part of the second core that the other sequence leaves free.
        imports,
        unused,
        { name: 'known vulnerabilities', run: (workspace) => workspace.pnpm(['audit:dependencies']) },
        browser,
      ],
    ],
    [
      [vitest('unit and contract tests', '!chaos', vitestReport, order)],
      [
        playwright(playwrightReport, []),
        // Starts the whole product from its bundles.
        vitest('chaos tests', 'chaos', chaosReport, order),
      ],
    ],
  ];
}

/**
 * Lists the checks of changed files, in the form of {@link listSteps}.
 * @param {string} folder for the reports
 * @param {number} seed of the order in which files run
 * @param {ReturnType<import('./changes.mjs').findChanges>} changes
 * @returns {Check[][][]}
 */
export function listChangedSteps(folder, seed, { base, files }) {
  const [vitestReport, , playwrightReport] = reportsIn(folder);
  const specs = specsFor(files);
  // A spec that was changed may have only tests of full runs.
  const env = files.some((file) => file.startsWith('e2e/specs/')) ? { E2E: 'all' } : {};
  const args = [`--sequence.seed=${seed}`, `--changed=${base}`, '--passWithNoTests'];
  const unit = { ...vitest('unit and contract tests', '!chaos', vitestReport, args), mayBeEmpty: true };
  return [
    [
      [biome(files), unit],
      [
        imports,
        types([`...[${base}]`]),
        unused,
        ...(specs.length > 0 ? [build, browser, playwright(playwrightReport, specs, env)] : []),
      ],
    ],
  ];
}
