import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Recipe } from './recipe.ts';

/** A failed command in a clone, with its output. */
export interface Failure {
  command: string;
  output: string;
}

interface Ran {
  status: number | null;
  output: string;
}

async function run(folder: string, program: string, args: readonly string[]): Promise<Ran> {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const status = await new Promise<number | null>((settle, fail) => {
    child.once('error', fail).once('close', settle);
  });
  return { status, output };
}

/** True if Vitest ran at least one test: a name filter may match nothing. */
const hasPassed = (output: string) => /Tests\s+(?:\d+ \w+ \| )*\d+ passed/.test(output);

/**
 * Runs a recipe's checks in its clone.
 * @param touched files created or changed
 * @param onStep called before each command
 * @returns the first failed command
 */
export async function check(
  folder: string,
  recipe: Recipe,
  touched: readonly string[],
  onStep: (command: string) => void,
): Promise<Failure | undefined> {
  const program = (name: string) => join(folder, 'node_modules/.bin', name);
  const code = touched.filter((path) => /\.tsx?$/.test(path));
  const steps: { name: string; program: string; args: string[]; tests?: true }[] = [
    {
      name: 'format and lint',
      program: program('biome'),
      args: ['check', '--write', '--error-on-warnings', ...code],
    },
    { name: 'import rules', program: process.execPath, args: ['tooling/checks/import-rules.mjs'] },
    ...recipe.types.map((path) => ({
      name: `types of ${path}`,
      program: program('tsc'),
      args: ['-p', path],
    })),
    ...recipe.trials.map(({ project, files, only }) => ({
      name: `tests of ${project}: ${files.join(' ')}${only ? ` -t ${only}` : ''}`,
      program: program('vitest'),
      args: ['run', `--project=${project}`, ...files, ...(only ? ['-t', only] : [])],
      tests: true as const,
    })),
  ];
  for (const step of steps) {
    onStep(step.name);
    const { status, output } = await run(folder, step.program, step.args);
    if (status !== 0 || (step.tests && !hasPassed(output))) return { command: step.name, output };
  }
  return undefined;
}
