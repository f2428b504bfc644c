import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { pausingSignals, sendSignal } from './process-identity.ts';
import { deleteProcessRecord, recordProcess } from './process-records.ts';
import type { ServiceLog } from './service-log.ts';
import { StackError } from './stack-error.ts';

export type Command = {
  command: string;
  args: string[];
  cwd: string;
};

export type ServiceSpec = Command & {
  name: string;
  env: Record<string, string | undefined>;
  /** URL that answers 200 when the service is healthy. */
  healthUrl: string;
  readyTimeoutMs: number;
  /** Grace period before SIGKILL. Default: ten seconds. */
  graceMs?: number;
};

export type Service = {
  name: string;
  /** Resolves when the process ends, with a description: `code 1` or `signal SIGKILL`, for example. */
  ended: Promise<string>;
  /** Last output lines, for error messages. */
  lastLines: string[];
  /** Sends SIGTERM, and after the grace period SIGKILL to the process group. */
  stop: () => Promise<void>;
  /** Sends a signal to the process group. Waits until the process ends, unless the signal only pauses it. */
  kill: (signal: NodeJS.Signals) => Promise<void>;
};

export const stopGraceMs = 10_000;
const outputGraceMs = 1000;
const healthIntervalMs = 50;
const healthTimeoutMs = 2000;

async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(healthTimeoutMs) });
    await response.body?.cancel();
    return response.status === 200;
  } catch (error) {
    // The service is not up yet. The caller's deadline ends the wait.
    if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError'))
      return false;
    throw error;
  }
}

async function waitUntilHealthy(
  spec: ServiceSpec,
  stillRuns: () => boolean,
  signal?: AbortSignal,
): Promise<boolean> {
  const deadline = Date.now() + spec.readyTimeoutMs;
  while (stillRuns() && Date.now() < deadline && !signal?.aborted) {
    if (await isHealthy(spec.healthUrl)) return true;
    await delay(healthIntervalMs);
  }
  return false;
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    const describe = (code: number | null, signal: string | null) =>
      resolve(signal ? `signal ${signal}` : `code ${code}`);
    // `close`: all output is read. A descendant may keep the output open.
    child.once('close', describe);
    child.once('exit', (code, signal) => setTimeout(describe, outputGraceMs, code, signal).unref());
  });
}

function readLines(child: ChildProcess, log: ServiceLog): string[] {
  const lastLines: string[] = [];
  const keep = (write: (line: string) => void) => (line: string) => {
    lastLines.push(line);
    lastLines.splice(0, lastLines.length - 10);
    write(line);
  };
  if (child.stdout) createInterface({ input: child.stdout }).on('line', keep(log.output));
  if (child.stderr) createInterface({ input: child.stderr }).on('line', keep(log.error));
  return lastLines;
}

/**
 * Starts a service and waits until it is healthy.
 * @throws StackError `service_failed` if it ends or times out; `stopped` if `signal` was aborted
 */
export async function startService(
  spec: ServiceSpec,
  log: ServiceLog,
  dataDir: string,
  signal?: AbortSignal,
): Promise<Service> {
  // Own process group: Ctrl-C must reach only the launcher, which stops the services in order.
  const child = spawn(spec.command, spec.args, {
    cwd: spec.cwd,
    env: spec.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let running = true;
  const ended = endOf(child).then((how) => {
    running = false;
    deleteProcessRecord(dataDir, spec.name);
    return how;
  });
  const lastLines = readLines(child, log);
  const { pid } = child;
  if (pid) recordProcess(dataDir, spec.name, pid);

  const kill = async (name: NodeJS.Signals) => {
    if (pid && running) sendSignal(-pid, name);
    if (!pausingSignals.has(name)) await ended;
  };
  const stop = async () => {
    child.kill('SIGTERM');
    // A paused process handles no signal except SIGKILL until it is continued.
    child.kill('SIGCONT');
    const timer = setTimeout(
      () => pid && running && sendSignal(-pid, 'SIGKILL'),
      spec.graceMs ?? stopGraceMs,
    );
    await ended;
    clearTimeout(timer);
  };

  if (await waitUntilHealthy(spec, () => running, signal)) {
    return { name: spec.name, ended, lastLines, stop, kill };
  }
  const failure = running
    ? `${spec.name} did not answer 200 at ${spec.healthUrl} within ${spec.readyTimeoutMs / 1000} s`
    : `${spec.name} ended with ${await ended} while it started`;
  await stop();
  if (signal?.aborted) throw new StackError('stopped', 'The start was interrupted', { retry: true });
  throw new StackError('service_failed', `${failure}; its log is ${log.path}`, { retry: true });
}
