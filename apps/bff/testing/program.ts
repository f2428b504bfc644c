/** Programs of other projects that check what is configured for them; not every machine has them. */
import { spawnSync } from 'node:child_process';

/**
 * @param names of programs, such as `promtool`
 * @returns true if all are on the PATH; says on standard error what is skipped otherwise
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

/** Runs a program. @returns its exit status, and all that it printed */
export function runProgram(name: string, args: readonly string[]): { status: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(name, args, { encoding: 'utf8' });
  return { status, text: stdout + stderr };
}
