import { join } from 'node:path';
import type { ServiceName } from '@meridian/stack/service-environment';
import { createStandby, type Standby } from './standby.ts';

/** Ports to which a debugger attaches with `INSPECT=on`; `.vscode/launch.json` names the same. */
export const inspectorPorts: Record<ServiceName, number> = { bff: 9229, upstream: 9230, sandbox: 9231 };

/** Each server from its sources, which Node runs as they are. */
export function sourceCommands(root: string, options: { inspect: boolean; compileCache: string }) {
  const standby = (name: ServiceName): Standby =>
    createStandby(
      join(root, 'apps', name),
      options.inspect ? [`--inspect=127.0.0.1:${inspectorPorts[name]}`] : [],
      options.compileCache,
    );
  const standbys = { bff: standby('bff'), upstream: standby('upstream'), sandbox: standby('sandbox') };
  const all = Object.values(standbys);
  return {
    commands: {
      bff: standbys.bff.command,
      upstream: standbys.upstream.command,
      sandbox: standbys.sandbox.command,
    },
    /** Has the next start of each server prepared. A debugger's port is free only when the server has ended. */
    prepare() {
      if (options.inspect) return;
      for (const one of all) one.prepare();
    },
    close() {
      for (const one of all) one.close();
    },
  };
}
