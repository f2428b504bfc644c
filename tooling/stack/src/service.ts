import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { pausingSignals, sendSignal } from './process-identity.ts';
import { forgetProcess, recordProcess } from './process-records.ts';
import type { ServiceLog } from './service-log.ts';
import { StackError } from './stack-error.ts';

export type Command = {
  command: string;
  args: string[];
  cwd: string;
  /** A process of the same program that was started ahead, in a group of its own, and gets its environment now. */
  launch?: (env: NodeJS.ProcessEnv) => ChildProcess | undefined;
};

export type ServiceSpec = Command & {
  name: string;
  env: Record<string, string | undefined>;
  /** Answers 200 when the service can do its work. */
  healthUrl: string;
  readyTimeoutMs: number;
  /** How long it may take to end in order before it is killed. Default: ten seconds. */
  graceMs?: number;
};

export type Service = {
  name: string;
  /** Settles with the way in which the process ended. */
  ended: Promise<string>;
  /** The last lines that it wrote, to explain its end. */
  lastLines: string[];
  /** SIGTERM, and SIGKILL for it and whatever it started when it still runs after the time of grace. */
  stop: () => Promise<void>;
  /** Sends any signal to it and whatever it started; waits for the end unless the signal only pauses. */
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
    // Refused, reset or too slow: it is not up yet. The caller's deadline ends the wait.
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
    // "close" comes when the last line is read. Something that the service started may hold its output open.
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
 * Starts a service and waits until it answers.
 *
 * @throws StackError `service_failed` when it ends or stays silent; `stopped` when `signal` was aborted
 */
export async function startService(
  spec: ServiceSpec,
  log: ServiceLog,
  dataDir: string,
  signal?: AbortSignal,
): Promise<Service> {
  // A process group of its own: Ctrl-C must reach the launcher alone, which stops the services in order.
  const child =
    spec.launch?.(spec.env) ??
    spawn(spec.command, spec.args, {
      cwd: spec.cwd,
      env: spec.env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  let running = true;
  const ended = endOf(child).then((how) => {
    running = false;
    forgetProcess(dataDir, spec.name);
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
    // One that was paused gets no signal but SIGKILL before it is continued.
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
