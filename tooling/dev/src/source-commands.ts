import { join } from 'node:path';
import type { ServiceName } from '@meridian/stack/service-environment';
import { createStandby, type Standby } from './standby.ts';

/** Inspector ports with `INSPECT=on`, as in `.vscode/launch.json`. */
export const inspectorPorts: Record<ServiceName, number> = { bff: 9229, upstream: 9230, sandbox: 9231 };

/** Commands that run the servers from their sources. */
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
    /** Prepares the servers' next starts. An inspector port is free only after the server has ended. */
    prepare() {
      if (options.inspect) return;
      for (const one of all) one.prepare();
    },
    close() {
      for (const one of all) one.close();
    },
  };
}
