import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** @returns a file's text; undefined if the file does not exist */
async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Adds the BFF settings of a local stack, unless the environment has `DATABASE_URL`. The settings are in the
 * stack's data folder, with the console's secret in a separate file.
 * @returns the settings, overridden by `environment`
 */
export async function withStackSettings(environment: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  if (environment.DATABASE_URL) return environment;
  const folder = environment.DATA_DIR || '.data';
  const settings = await readIfThere(join(folder, 'bff.env'));
  if (settings === undefined) return environment;
  const secret = await readIfThere(join(folder, 'console-secret'));
  return {
    ...parseEnv(settings),
    ...(secret !== undefined && { CONSOLE_SECRET: secret.trim() }),
    ...environment,
  };
}
