import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandFailed } from './run-command.mjs';
import { playwrightCounts, vitestCounts } from './test-counts.mjs';
import { listSections } from './test-sections.mjs';

const reportPaths = (folder) =>
  ['vitest', 'chaos', 'playwright'].map((runner) => join(folder, `${runner}.json`));

/**
 * The checks in their order, the quick ones first. A check with `counts` writes a report of its tests.
 *
 * @param {ReturnType<import('./workspace.mjs').openWorkspace>} workspace
 * @param {string} reports a folder for the reports
 */
function listChecks(workspace, reports) {
  const [vitestReport, chaosReport, playwrightReport] = reportPaths(reports);
  const vitest = (project, report) =>
    workspace.program('vitest', [
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ]);
  return [
    { name: 'format and lint', run: () => workspace.program('biome', ['check', '--error-on-warnings', '.']) },
    { name: 'import rules', run: () => workspace.node(['tooling/checks/import-rules.mjs']) },
    {
      name: 'known faults of libraries',
      run: () => workspace.node(['tooling/checks/audit-dependencies.mjs']),
    },
    { name: 'unused code', run: () => workspace.program('knip', ['--no-progress']) },
    {
      name: 'types',
      run: () =>
        workspace.program('turbo', [
          'run',
          'types',
          '--ui=stream',
          '--output-logs=errors-only',
          '--log-order=grouped',
        ]),
    },
    {
      name: 'unit and contract tests',
      run: () => vitest('!chaos', vitestReport),
      counts: () => (existsSync(vitestReport) ? vitestCounts(vitestReport) : null),
    },
    { name: 'build', run: () => workspace.build() },
    // By the Dockerfile's own steps, which install and build once more, in a folder of their own.
    { name: 'container images', run: () => workspace.node(['tooling/image/src/main.ts']) },
    {
      // They start the whole product from its bundles.
      name: 'chaos tests',
      run: () => vitest('chaos', chaosReport),
      counts: () => (existsSync(chaosReport) ? vitestCounts(chaosReport) : null),
    },
    { name: 'browser', run: () => workspace.node(['e2e/install-chromium.ts']) },
    {
      name: 'end-to-end tests',
      run: () =>
        workspace.program(
          'playwright',
          ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
          {
            PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
          },
        ),
      counts: () => (existsSync(playwrightReport) ? playwrightCounts(playwrightReport) : null),
    },
  ];
}

const seconds = (startedAt) => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;

async function runCheck({ name, run, counts }) {
  const startedAt = Date.now();
  console.log(`\n▸ ${name}`);
  let failure = null;
  try {
    await run();
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    failure = error;
  }
  const result = counts?.() ?? null;
  // A run that finds no test proves nothing.
  if (counts && !failure && !result?.passed) failure = new CommandFailed('No test was executed', 1);
  console.log(
    failure ? `✗ ${name}: ${failure.message} (${seconds(startedAt)})` : `✓ ${name} (${seconds(startedAt)})`,
  );
  return { failure, result };
}

/**
 * Runs every check until one fails, and ends with one line: `N passed, M failed`, the tests of all runners.
 *
 * @returns the exit code
 */
export async function runChecks(workspace) {
  const startedAt = Date.now();
  const reports = mkdtempSync(join(tmpdir(), 'test-reports-'));
  const total = { passed: 0, failed: 0 };
  let failed = null;
  try {
    for (const check of listChecks(workspace, reports)) {
      const { failure, result } = await runCheck(check);
      total.passed += result?.passed ?? 0;
      total.failed += result?.failed ?? 0;
      if (!failure) continue;
      failed = { name: check.name, exitCode: failure.exitCode };
      // A check that is no test has failed too, and so has a runner that broke before it could count.
      if (!result?.failed) total.failed += 1;
      break;
    }
    if (!failed)
      console.log(
        `\n${listSections(reportPaths(reports), { names: process.env.TEST_SECTIONS === 'names' })}`,
      );
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  console.log(failed ? `\nStopped at: ${failed.name}` : `\nAll checks passed in ${seconds(startedAt)}`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return failed ? failed.exitCode || 1 : 0;
}
