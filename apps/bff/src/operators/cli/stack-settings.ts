import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/**
 * Merges the BFF settings of a local stack from its data folder, unless a database is named explicitly.
 * @returns the given environment over those settings
 */
export async function withStackSettings(environment: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  if (environment.DATABASE_URL) return environment;
  try {
    const text = await readFile(join(environment.DATA_DIR || '.data', 'bff.env'), 'utf8');
    return { ...parseEnv(text), ...environment };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return environment;
    throw error;
  }
}
