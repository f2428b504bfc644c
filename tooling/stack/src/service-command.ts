import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { allocatorSettings, nodeFlags } from './node-settings.ts';
import type { Command } from './service.ts';
import type { ServiceName } from './service-environment.ts';
import type { Environment } from './settings.ts';

const appsFolder = resolve(import.meta.dirname, '../../../apps');

/** @returns the command that runs an app's bundle or, if it is not built, its sources */
export function appCommand(name: ServiceName): Command {
  const cwd = join(appsFolder, name);
  const bundle = join(cwd, 'dist/main.js');
  const entry = existsSync(bundle) ? bundle : join(cwd, 'src/main.ts');
  return { command: process.execPath, args: [...nodeFlags, entry], cwd };
}

/** Health check paths. */
export const healthPaths: Record<ServiceName, string> = {
  upstream: '/healthz',
  sandbox: '/healthz',
  bff: '/readyz/writes',
};

const baseVariables = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'NODE_EXTRA_CA_CERTS'];
// Variables that npm, pnpm and turbo set. Services must not depend on the tool that started them.
const toolVariable = /^(npm|pnpm|turbo)_/i;

/**
 * @returns the environment of a service: allocator settings, allow-listed variables of this process, and `env`
 * without variables of tools; later ones override earlier ones
 */
export function childEnvironment(env: Environment): Environment {
  const base = baseVariables.map((name) => [name, process.env[name]]);
  const given = Object.entries(env).filter(([name]) => !toolVariable.test(name));
  return { ...allocatorSettings, ...Object.fromEntries(base), ...Object.fromEntries(given) };
}
