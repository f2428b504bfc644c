import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * @returns `DATABASE_DIRECT_URL` or `DATABASE_URL`, or the URL from the data folder of the local stack
 * @throws Error that tells the operator what to set
 */
export async function findDatabaseUrl(environment: NodeJS.ProcessEnv): Promise<string> {
  if (environment.DATABASE_DIRECT_URL) return environment.DATABASE_DIRECT_URL;
  if (environment.DATABASE_URL) return environment.DATABASE_URL;
  const file = join(environment.DATA_DIR ?? '.data', 'database-url');
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    throw new Error(`Set DATABASE_URL: it is not in the environment, and ${file} cannot be read.`, {
      cause: error,
    });
  }
}
