/** Additional BFFs on a stack's database. */
import { readFile } from 'node:fs/promises';
import { freePorts } from '@meridian/stack/free-port';
import { type Command, type Service, startService } from '@meridian/stack/service';
import { appCommand, childEnvironment, healthPaths } from '@meridian/stack/service-command';
import { serviceEnvironment } from '@meridian/stack/service-environment';
import { openServiceLog, type ServiceLog } from '@meridian/stack/service-log';
import { type Environment, readSettings } from '@meridian/stack/settings';
import type { Stack } from '@meridian/stack/stack';
import { portsOf } from '../stack-ports.ts';

const readyTimeoutMs = 180_000;

export interface LogLine {
  msg?: string;
  leadId?: string;
  [field: string]: unknown;
}

export interface Replica {
  port: number;
  /** Resolves when the process ends, with a description such as `code 0`. */
  ended: Promise<string>;
  /** @returns metrics in Prometheus text format */
  metrics: () => Promise<string>;
  /** @returns the log so far */
  log: () => Promise<LogLine[]>;
  kill: () => Promise<void>;
  stop: () => Promise<void>;
}

/** @returns the JSON lines of a service's log; a killed process may leave an incomplete line */
export async function readLog(path: string): Promise<LogLine[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line.endsWith('}'));
  return lines.map((line) => JSON.parse(line) as LogLine);
}

/**
 * Starts another BFF.
 * @param name name of its log
 * @param env overrides the stack's BFF settings; ports that it does not set are free ones
 * @param command starts another build. Default: this tree
 */
export async function startReplica(
  stack: Stack,
  name: string,
  env: Environment,
  command: Command = appCommand('bff'),
): Promise<Replica> {
  const [freePort, freeMetricsPort] = await freePorts(2);
  const port = env.PORT ? Number(env.PORT) : freePort;
  const metricsPort = env.METRICS_PORT ? Number(env.METRICS_PORT) : freeMetricsPort;
  if (port === undefined || metricsPort === undefined) throw new TypeError('no free port was found');
  const settings = readSettings(
    { PORT: String(port), METRICS_PORT: String(metricsPort) },
    { ...portsOf(stack), PORT: port },
  );
  const given = childEnvironment({ ...env, PUBLIC_URL: stack.baseUrl });
  const log: ServiceLog = openServiceLog(stack.dataDir, name, () => undefined);
  const service: Service = await startService(
    {
      ...command,
      name,
      env: serviceEnvironment('bff', given, settings, stack, stack.dataDir),
      healthUrl: `http://127.0.0.1:${port}${healthPaths.bff}`,
      readyTimeoutMs,
    },
    log,
    stack.dataDir,
  );
  return {
    port,
    ended: service.ended,
    metrics: async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(),
    log: () => readLog(log.path),
    kill: () => service.kill('SIGKILL'),
    stop: service.stop,
  };
}
