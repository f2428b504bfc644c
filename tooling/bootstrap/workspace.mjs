import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandFailed, runCommand } from './run-command.mjs';
import { cleanEnvironment } from './toolchain.mjs';

export const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));

// No prompts, telemetry, version switching or implicit installs.
const quietTools = {
  DO_NOT_TRACK: '1',
  TURBO_TELEMETRY_DISABLED: '1',
  TURBO_NO_UPDATE_NOTIFIER: '1',
  NO_UPDATE_NOTIFIER: '1',
  pnpm_config_update_notifier: 'false',
  pnpm_config_pm_on_fail: 'ignore',
  pnpm_config_verify_deps_before_run: 'false',
  pnpm_config_confirm_modules_purge: 'false',
};

/**
 * Commands of this repository, run with the right Node and pnpm.
 * @param {number} [outputFile] descriptor for their output, instead of the terminal
 */
export function openWorkspace(toolchain, processEnv, outputFile) {
  const env = { ...cleanEnvironment(processEnv), ...quietTools, PATH: toolchain.path };
  return {
    env,
    /** The same commands, with their output in a file. */
    writingTo: (file) => openWorkspace(toolchain, processEnv, file),
    node: (args, options = {}) =>
      runCommand(toolchain.node, args, { env, cwd: root, outputFile, ...options }),
    /** A program from the root's dependencies. */
    program: (name, args, extraEnv = {}) =>
      runCommand(resolve(root, 'node_modules/.bin', name), args, {
        env: { ...env, ...extraEnv },
        cwd: root,
        outputFile,
      }),
    /** A script of the root. */
    pnpm: (args) => runCommand('pnpm', args, { env, cwd: root, outputFile }),
    /** Installs from the lock file; a no-op if up to date. */
    async install() {
      try {
        await runCommand('pnpm', ['install', '--frozen-lockfile'], { env, cwd: root });
      } catch (error) {
        if (!(error instanceof CommandFailed)) throw error;
        throw new CommandFailed(
          'The dependencies could not be installed; see the output of pnpm above. A first install needs the npm ' +
            'registry: check the network, the proxy and npm’s "registry" setting.',
          error.exitCode,
        );
      }
    },
    build: () =>
      runCommand(
        resolve(root, 'node_modules/.bin/turbo'),
        ['run', 'build', '--ui=stream', '--output-logs=errors-only', '--log-order=grouped'],
        { env, cwd: root, outputFile },
      ),
  };
}
