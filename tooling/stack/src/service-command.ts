import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { allocatorSettings, nodeFlags } from './node-settings.ts';
import type { Command } from './service.ts';
import type { ServiceName } from './service-environment.ts';
import type { Environment } from './settings.ts';

const appsFolder = resolve(import.meta.dirname, '../../../apps');

/** The production bundle of an app where it has been built, else its sources, which Node runs as they are. */
export function appCommand(name: ServiceName): Command {
  const cwd = join(appsFolder, name);
  const bundle = join(cwd, 'dist/main.js');
  const entry = existsSync(bundle) ? bundle : join(cwd, 'src/main.ts');
  return { command: process.execPath, args: [...nodeFlags, entry], cwd };
}

/** Where a service tells whether it can do its work. */
export const healthPaths: Record<ServiceName, string> = {
  upstream: '/healthz',
  sandbox: '/healthz',
  bff: '/readyz/writes',
};

const baseVariables = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'NODE_EXTRA_CA_CERTS'];
// npm, pnpm and turbo describe their own run in these; a service must not see which of them started it.
const toolVariable = /^(npm|pnpm|turbo)_/i;

/** What a service may see: what every program needs, and what was given to the stack. */
export function childEnvironment(env: Environment): Environment {
  const base = baseVariables.map((name) => [name, process.env[name]]);
  const given = Object.entries(env).filter(([name]) => !toolVariable.test(name));
  return { ...allocatorSettings, ...Object.fromEntries(base), ...Object.fromEntries(given) };
}
