import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The first stop signal, or null. */
let stopSignal = null;
const running = new Set();

function requestStop(signal) {
  stopSignal ??= signal;
  for (const child of running) child.kill(signal);
}

/** Forwards signals to the running command, so that it does not outlive this process. */
export function forwardSignals() {
  for (const signal of forwarded) process.on(signal, () => requestStop(signal));
  // A shell between npm and this process may not forward signals, and npm may be killed. If the parent has another
  // pid, the first parent has ended, and only this process can stop the children.
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stopSignal === null && requestStop('SIGTERM'), 500).unref();
}

export class CommandFailed extends Error {
  /** @param {string} message @param {number} exitCode */
  constructor(message, exitCode) {
    super(message);
    this.name = 'CommandFailed';
    this.exitCode = exitCode;
  }
}

const exitCodeOf = (code, signal) => (signal ? 128 + constants.signals[signal] : code);

/**
 * Runs a command to its end on this terminal.
 * @param {string} command
 * @param {string[]} args
 * @param {{env: NodeJS.ProcessEnv, cwd: string, channel?: boolean, outputFile?: number | 'ignore'}} options the command
 *   learns through a channel that this process was killed; `outputFile` is a descriptor for its output
 * @throws {CommandFailed} with its exit code, or after a signal
 */
export function runCommand(command, args, { env, cwd, channel = false, outputFile }) {
  if (stopSignal)
    return Promise.reject(new CommandFailed('Interrupted', 128 + constants.signals[stopSignal]));
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env,
      cwd,
      stdio: ['ignore', outputFile ?? 'inherit', outputFile ?? 'inherit', ...(channel ? ['ipc'] : [])],
    });
    running.add(child);
    child.once('error', (error) => reject(new CommandFailed(`${command}: ${error.message}`, 1)));
    child.once('close', (code, signal) => {
      running.delete(child);
      const exitCode = exitCodeOf(code, signal);
      if (exitCode === 0) resolve();
      else reject(new CommandFailed(`${command} ended with ${signal ?? `code ${code}`}`, exitCode));
    });
  });
}
