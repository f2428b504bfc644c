import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Command } from '@meridian/stack/service';

/** Delay after a start, which needs the CPU first. */
const prepareAfterMs = 2_000;
const program = join(import.meta.dirname, 'standby-process.ts');

export interface Standby {
  command: Command;
  /** Keeps a process ready for the next start from now on. */
  prepare(): void;
  close(): void;
}

/**
 * A server command with fast restarts.
 * @param app the app's folder
 * @param flags Node's arguments
 * @param compileCache folder of Node's compile cache
 */
export function createStandby(app: string, flags: readonly string[], compileCache: string): Standby {
  let spare: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;

  function prepare(): void {
    const args = ['--experimental-import-meta-resolve', '--no-warnings', program, app, 'src/main.ts'];
    const child = spawn(process.execPath, args, {
      cwd: app,
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache },
      // As the stack starts its services.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child.once('exit', () => {
      if (spare === child) spare = undefined;
    });
    spare = child;
  }

  return {
    prepare,
    command: {
      command: process.execPath,
      args: [...flags, 'src/main.ts'],
      cwd: app,
      launch(env) {
        const child = spare;
        if (!child) return undefined;
        spare = undefined;
        child.send(env);
        timer = setTimeout(prepare, prepareAfterMs);
        return child;
      },
    },
    close() {
      clearTimeout(timer);
      spare?.kill('SIGKILL');
      spare = undefined;
    },
  };
}
