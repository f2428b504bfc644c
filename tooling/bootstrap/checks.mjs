import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { playwrightCounts, vitestCounts } from './test-counts.mjs';

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {(workspace: Workspace) => Promise<void>} run
 * @property {() => {passed: number, failed: number} | null} [counts] reads the report of a check that runs tests
 * @typedef {ReturnType<import('./workspace.mjs').openWorkspace>} Workspace
 */

const biome = (workspace) => workspace.program('biome', ['check', '--error-on-warnings', '.']);

const types = (workspace) =>
  workspace.program('turbo', [
    'run',
    'types',
    '--ui=stream',
    '--output-logs=errors-only',
    '--log-order=grouped',
  ]);

function vitest(name, project, report) {
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
      ]),
    counts: () => (existsSync(report) ? vitestCounts(report) : null),
  };
}

function playwright(report) {
  return {
    name: 'end-to-end tests',
    run: (workspace) =>
      workspace.program(
        'playwright',
        ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
        { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      ),
    counts: () => (existsSync(report) ? playwrightCounts(report) : null),
  };
}

const script = (name, path) => ({ name, run: (workspace) => workspace.node([path]) });

/**
 * Checks in order, quick ones first. A step is a list of sequences that run concurrently, for two cores. The tests under
 * faults come last in theirs: a busy machine disturbs them most.
 * @param {string} reports a folder for the reports
 * @returns {Check[][][]}
 */
export function listSteps(reports) {
  const [vitestReport, chaosReport, playwrightReport] = ['vitest', 'chaos', 'playwright'].map((runner) =>
    join(reports, `${runner}.json`),
  );
  return [
    [
      [
        { name: 'format and lint', run: biome },
        { name: 'types', run: types },
        { name: 'build', run: (workspace) => workspace.build() },
      ],
      [
        // One thread each, which fills what the others leave of the second core.
        script('import rules', 'tooling/checks/import-rules.mjs'),
        { name: 'unused code', run: (workspace) => workspace.program('knip', ['--no-progress']) },
        { name: 'known faults of libraries', run: (workspace) => workspace.pnpm(['audit:dependencies']) },
        script('browser', 'e2e/install-chromium.ts'),
      ],
    ],
    [
      [
        vitest('unit and contract tests', '!chaos', vitestReport),
        // Starts the whole product from its bundles.
        vitest('chaos tests', 'chaos', chaosReport),
      ],
      [playwright(playwrightReport)],
    ],
  ];
}
