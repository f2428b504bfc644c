/** Runs the CLI against a stack. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { serviceEnvironment } from '@meridian/stack/service-environment';
import { readSettings } from '@meridian/stack/settings';
import type { Stack } from '@meridian/stack/stack';
import { opsProgram } from '../../../e2e/support/ops-program.ts';
import { portsOf } from '../stack-ports.ts';

const timeoutMs = 60_000;

/**
 * Runs `pnpm ops …`.
 * @returns its output
 * @throws Error with its output for a non-zero exit status
 */
export async function ops(stack: Stack, ...args: string[]): Promise<string> {
  const settings = readSettings({}, portsOf(stack));
  const env = serviceEnvironment('bff', {}, settings, stack, stack.dataDir);
  const { stdout } = await promisify(execFile)(process.execPath, [opsProgram, ...args], {
    env: { PATH: process.env.PATH, ...env },
    timeout: timeoutMs,
  });
  return stdout;
}
