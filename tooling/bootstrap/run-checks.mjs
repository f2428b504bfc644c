import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listSteps } from './checks.mjs';
import { CommandFailed } from './run-command.mjs';

const seconds = (startedAt) => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;

async function runCheck({ name, run, counts }, workspace, print) {
  const startedAt = Date.now();
  print(`\n▸ ${name}`);
  let failure = null;
  try {
    await run(workspace);
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    failure = error;
  }
  const result = counts?.() ?? null;
  // A run without tests fails.
  if (counts && !failure && !result?.passed) failure = new CommandFailed('No test was executed', 1);
  print(
    failure ? `✗ ${name}: ${failure.message} (${seconds(startedAt)})` : `✓ ${name} (${seconds(startedAt)})`,
  );
  return { name, failure, result };
}

/** Runs checks in order until one fails. */
async function runSequence(checks, workspace, print) {
  const outcomes = [];
  for (const check of checks) {
    outcomes.push(await runCheck(check, workspace, print));
    if (outcomes.at(-1).failure) break;
  }
  return outcomes;
}

/** Runs a sequence and prints its output at the end, so that outputs do not mix. */
async function runBuffered(checks, workspace, path) {
  const file = openSync(path, 'w');
  try {
    return await runSequence(checks, workspace.writingTo(file), (line) => writeSync(file, `${line}\n`));
  } finally {
    closeSync(file);
    process.stdout.write(readFileSync(path));
  }
}

/** Runs the sequences of a step concurrently. @returns results of the checks that ran */
async function runStep([first, ...others], workspace, folder) {
  const asides = others.map((checks, index) =>
    runBuffered(checks, workspace, join(folder, `aside-${index}.log`)),
  );
  const outcomes = await Promise.all([runSequence(first, workspace, console.log), ...asides]);
  return outcomes.flat();
}

/**
 * Runs the steps until one fails, and prints `N passed, M failed` over all test runners.
 * @param {ReturnType<import('./workspace.mjs').openWorkspace>} workspace
 * @returns the exit code
 */
export async function runChecks(workspace) {
  const startedAt = Date.now();
  const reports = mkdtempSync(join(tmpdir(), 'test-reports-'));
  const total = { passed: 0, failed: 0 };
  let failed;
  try {
    for (const step of listSteps(reports)) {
      const outcomes = await runStep(step, workspace, reports);
      for (const { failure, result } of outcomes) {
        total.passed += result?.passed ?? 0;
        total.failed += result?.failed ?? 0;
        // Checks other than tests count as one failure, and so does a crashed runner.
        if (failure && !result?.failed) total.failed += 1;
      }
      failed = outcomes.find(({ failure }) => failure);
      if (failed) break;
    }
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  console.log(failed ? `\nStopped at: ${failed.name}` : `\nAll checks passed in ${seconds(startedAt)}`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return failed ? failed.failure.exitCode || 1 : 0;
}
