/** Starts servers as child processes. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { freePort } from '@meridian/stack/free-port';
import { BenchError } from '../bench-error.ts';
import { closing } from '../closing.ts';
import { measuredCore } from '../machine.ts';
import type { Question, Reply, Usage } from './probe.ts';

export interface Server extends AsyncDisposable {
  url: string;
  /** Milliseconds from the start of the process to the first 200. */
  startMs: number;
  /** Resource usage so far. */
  usage(): Promise<Usage>;
  /** Resource usage after garbage collection. */
  settledUsage(): Promise<Usage>;
}

export interface ServerOptions {
  /** Main file. The server listens on 127.0.0.1 at the port in `portVariable`. */
  entry: string;
  /** Default: `PORT`. */
  portVariable?: string;
  env?: Record<string, string>;
  /** Runs on a separate core, if the machine has two or more and `taskset`. */
  measured?: boolean;
  /** Path that answers 200 when the server is ready. Default: `/healthz`. */
  healthPath?: string;
  execArgv?: string[];
}

const probe = pathToFileURL(resolve(import.meta.dirname, 'probe.ts')).href;
const startTimeoutMs = 60_000;
const stopTimeoutMs = 10_000;
const pollMs = 20;

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.ok;
  } catch (error) {
    // The server does not listen or does not answer yet. The caller's deadline ends the wait.
    if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError'))
      return false;
    throw error;
  }
}

async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  while (!(await isReady(url))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new BenchError('server_failed', `The server for ${url} ended while it started`);
    if (Date.now() > deadline) throw new BenchError('server_failed', `${url} was not ready in time`);
    await sleep(pollMs);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  await ended;
  clearTimeout(timer);
}

/**
 * @returns a function that asks the probe in the child process, and rejects with BenchError if the process
 * exits
 */
function createProbeClient(child: ChildProcess) {
  const waiting = new Map<number, { resolve: (usage: Usage) => void; reject: (error: Error) => void }>();
  let requested = 0;
  child.on('message', ({ id, ...usage }: Reply) => {
    waiting.get(id)?.resolve(usage);
    waiting.delete(id);
  });
  child.on('exit', (code, signal) => {
    const error = new BenchError('server_failed', `A server ended with ${signal ?? `code ${code}`}`);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  });
  return (ask: Question['ask']): Promise<Usage> =>
    new Promise((resolve, reject) => {
      requested += 1;
      waiting.set(requested, { resolve, reject });
      child.send({ ask, id: requested } satisfies Question);
    });
}

/**
 * Starts a server and waits until it is ready.
 * @throws BenchError `server_failed`
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { entry, env = {}, measured = false, healthPath = '/healthz', execArgv = [] } = options;
  const { portVariable = 'PORT' } = options;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const nodeArguments = ['--expose-gc', '--import', probe, ...execArgv];
  const pinned = measured && measuredCore !== undefined;
  const startedAt = performance.now();
  const child = fork(entry, {
    ...(pinned
      ? {
          execPath: 'taskset',
          execArgv: ['--cpu-list', String(measuredCore), process.execPath, ...nodeArguments],
        }
      : { execArgv: nodeArguments }),
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      ...env,
      [portVariable]: String(port),
    },
    // Only stderr is shown, for errors.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const end = closing(() => stop(child));
  const ask = createProbeClient(child);
  try {
    await waitUntilReady(child, `${url}${healthPath}`);
  } catch (error) {
    await end[Symbol.asyncDispose]();
    throw error;
  }
  return {
    ...end,
    url,
    startMs: performance.now() - startedAt,
    usage: () => ask('cpu'),
    settledUsage: () => ask('memory'),
  };
}
