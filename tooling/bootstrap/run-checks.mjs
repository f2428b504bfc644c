import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { findChanges, specsFor } from './changes.mjs';
import { listChangedSteps, listSteps } from './checks.mjs';
import { CommandFailed } from './run-command.mjs';
import { root } from './workspace.mjs';

const seconds = (startedAt) => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;

async function runCheck({ name, run, report, mayBeEmpty }, workspace, print) {
  const startedAt = Date.now();
  print(`\n▸ ${name}`);
  let failure = null;
  try {
    await run(workspace);
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    failure = error;
  }
  const result = report?.() ?? null;
  // A run without tests fails.
  if (report && !mayBeEmpty && !failure && !result?.passed)
    failure = new CommandFailed('No test was executed', 1);
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

const options = { changed: { type: 'boolean', default: false }, seed: { type: 'string' } };

/**
 * @param {string[]} args of `npm test`
 * @throws {CommandFailed} with the error and the usage
 */
function readOptions(args) {
  try {
    const { values } = parseArgs({ args, options });
    const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
    if (!Number.isSafeInteger(seed)) throw new TypeError(`--seed needs a whole number, not "${values.seed}"`);
    return { changed: values.changed, seed };
  } catch (error) {
    throw new CommandFailed(`${error.message}\nUse npm test -- [--changed] [--seed NUMBER]`, 2);
  }
}

function stepsFor({ changed, seed }, reports) {
  if (!changed) return listSteps(reports, seed);
  const changes = findChanges();
  const specs = specsFor(changes.files);
  console.log(`${changes.files.length} files differ from ${changes.base.slice(0, 8)}.`);
  console.log(
    'Left out: chaos tests, known vulnerabilities, ' +
      (specs.length > 0
        ? `browser tests other than ${specs.join(', ')}.`
        : 'all browser tests (the browser runs none of the changed files).'),
  );
  return changes.files.length > 0 ? listChangedSteps(reports, seed, changes) : [];
}

function printSlowest(times) {
  const slowest = [...times].sort((a, b) => b.seconds - a.seconds).slice(0, 10);
  if (slowest.length === 0) return;
  console.log('\nSlowest files:');
  for (const { file, seconds: taken } of slowest)
    console.log(`${taken.toFixed(1).padStart(7)} s  ${relative(root, file)}`);
}

/** Prints failed tests with the first lines of their errors, so that the end of a log shows them. */
function printFailures(failures) {
  for (const { file, name, error } of failures) {
    console.log(`\n✗ ${relative(root, file)}${name && ` › ${name}`}`);
    for (const line of error.split('\n').slice(0, 15)) console.log(`    ${line}`);
  }
}

/**
 * Runs the steps until one fails. Prints the slowest files, the failed tests, and `N passed, M failed` for all test
 * runners together.
 * @param {ReturnType<import('./workspace.mjs').openWorkspace>} workspace
 * @param {string[]} args of the command
 * @returns the exit code
 * @throws {CommandFailed} for invalid arguments
 */
export async function runChecks(workspace, args) {
  const startedAt = Date.now();
  const chosen = readOptions(args);
  const reports = mkdtempSync(join(tmpdir(), 'test-reports-'));
  const total = { passed: 0, failed: 0 };
  const times = [];
  const failures = [];
  let failed;
  try {
    for (const step of stepsFor(chosen, reports)) {
      const outcomes = await runStep(step, workspace, reports);
      for (const { failure, result } of outcomes) {
        total.passed += result?.passed ?? 0;
        total.failed += result?.failed ?? 0;
        times.push(...(result?.times ?? []));
        failures.push(...(result?.failures ?? []));
        // A failed check without failed tests counts as one failure, for example the lint or a crashed runner.
        if (failure && !result?.failed) total.failed += 1;
      }
      failed = outcomes.find(({ failure }) => failure);
      if (failed) break;
    }
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  printSlowest(times);
  printFailures(failures);
  if (failed?.result) console.log(`\nTo repeat this order of files: npm test -- --seed ${chosen.seed}`);
  console.log(failed ? `\nStopped at: ${failed.name}` : `\nAll checks passed in ${seconds(startedAt)}`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return failed ? failed.failure.exitCode || 1 : 0;
}
