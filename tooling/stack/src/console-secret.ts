import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from './settings.ts';

/**
 * Adds the console's secret if a console is served. The secret is stored in the data folder, because the
 * second factors in the database are encrypted with it.
 */
export function withConsoleSecret(env: Environment, dataDir: string): Environment {
  if (!env.CONSOLE_PORT || env.CONSOLE_SECRET) return env;
  const file = join(dataDir, 'console-secret');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  return { ...env, CONSOLE_SECRET: readFileSync(file, 'utf8').trim() };
}
