/**
 * Runs programs of other projects that check their configuration files. Not every machine has these programs.
 */
import { spawnSync } from 'node:child_process';

/**
 * @param names of programs, such as `promtool`
 * @returns true if all are on the PATH, else false, after a message on standard error
 * @throws Error if they are missing and `REQUIRE_PROGRAMS` is set, as in the workflow
 */
export function programsFound(names: readonly string[], whatIsSkipped: string): boolean {
  const missing = names.filter((name) => spawnSync(name, ['--version']).error);
  if (missing.length === 0) return true;
  const sentence = `${missing.join(', ')} not found (packages of Debian: prometheus, prometheus-alertmanager, pgbouncer)`;
  if (process.env.REQUIRE_PROGRAMS) throw new Error(sentence);
  process.stderr.write(`skipped, ${whatIsSkipped}: ${sentence}\n`);
  return false;
}

/** Runs a program. @returns its exit status and its output */
export function runProgram(name: string, args: readonly string[]): { status: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(name, args, { encoding: 'utf8' });
  return { status, text: stdout + stderr };
}
