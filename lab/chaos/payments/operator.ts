/** Runs commands of `pnpm ops` against a stack. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { serviceEnvironment } from '@meridian/stack/service-environment';
import { readSettings } from '@meridian/stack/settings';
import type { Stack } from '@meridian/stack/stack';
import { opsProgram } from '../../../e2e/support/ops-program.ts';
import { portsOf } from '../stack-ports.ts';

const timeoutMs = 60_000;

const run = promisify(execFile);

function programOf(stack: Stack) {
  const settings = readSettings({}, portsOf(stack));
  const env = serviceEnvironment('bff', {}, settings, stack, stack.dataDir);
  return { env: { PATH: process.env.PATH, ...env } };
}

/**
 * Runs `pnpm ops …`.
 * @returns its output
 * @throws Error with its output for a non-zero exit status
 */
export async function ops(stack: Stack, ...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [opsProgram, ...args], {
    ...programOf(stack),
    timeout: timeoutMs,
  });
  return stdout;
}

/**
 * Runs `pnpm ops …` and kills it with SIGKILL after `ms` milliseconds, if it has not ended.
 * @returns its output, or undefined if it was killed
 * @throws Error with its output for a non-zero exit status
 */
export async function opsKilledAfter(
  stack: Stack,
  ms: number,
  ...args: string[]
): Promise<string | undefined> {
  const options = { ...programOf(stack), timeout: ms, killSignal: 'SIGKILL' as const };
  try {
    return (await run(process.execPath, [opsProgram, ...args], options)).stdout;
  } catch (error) {
    if (error instanceof Error && 'killed' in error && error.killed) return undefined;
    throw error instanceof Error && 'stdout' in error
      ? new Error(String(error.stdout), { cause: error })
      : error;
  }
}
