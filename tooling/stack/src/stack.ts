import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { withConsoleSecret } from './console-secret.ts';
import { createPartTable } from './part-table.ts';
import { startPostgres } from './postgres.ts';
import { claimDataDir } from './process-records.ts';
import { type Command, startService, stopGraceMs } from './service.ts';
import { appCommand, childEnvironment, healthPaths } from './service-command.ts';
import {
  type Addresses,
  openSettings,
  type PartName,
  type ServiceName,
  serviceEnvironment,
} from './service-environment.ts';
import { openServiceLog, type ServiceLog } from './service-log.ts';
import type { Environment } from './settings.ts';
import { StackError } from './stack-error.ts';
import { refuseTakenPorts, settingsWithFreePorts } from './stack-ports.ts';
import { postgresFolder, recoverDataDir } from './stack-recovery.ts';
import { removeDataDir, temporaryDataDir } from './temporary-folder.ts';

export type StackOptions = {
  /** Settings by variable name (PORT, DATABASE_URL and so on). Default ports are free ones. */
  env?: Environment;
  /** Folder of data and logs. Default: a temporary one, removed by `stop`. */
  dataDir?: string;
  /** Receives the services' warnings. Default: stderr. */
  warn?: (line: string) => void;
  /** Replaces apps by programs with the same environment and health checks. */
  commands?: Partial<Record<ServiceName, Command>>;
  /** Time-out of a service's start. Default: a minute. */
  readyTimeoutMs?: number;
  /** Grace period of a service's stop. Default: ten seconds. */
  graceMs?: number;
  /** Local port of a database proxy for the BFF, to inject faults. */
  databaseProxyPort?: number;
  /** Cancels a start in progress. */
  signal?: AbortSignal;
};

function throughPort(url: string, port: number): string {
  const through = new URL(url);
  through.port = String(port);
  return through.href;
}

export type Stack = Addresses & {
  metricsUrl: string;
  /**
   * URL of the operators' console; undefined if no port is given for it. Its host is a name, not an IP
   * address, because passkeys need a name.
   */
  consoleUrl: string | undefined;
  dataDir: string;
  /** Resolves after a part has ended unexpectedly and the other parts are stopped. */
  failed: Promise<StackError>;
  /** Sends a signal (default SIGKILL). A part that the signal ends stays down until `restart`. */
  kill: (name: PartName, signal?: NodeJS.Signals) => Promise<void>;
  /** Stops a part gracefully if it runs, and starts it again. */
  restart: (name: PartName) => Promise<void>;
  /** Stops everything in reverse order. Idempotent. */
  stop: () => Promise<void>;
};

/**
 * Starts the product on this machine: PostgreSQL, reference upstream, sandbox, and BFF. Parts with an address
 * in the environment are not started.
 * @throws StackError for an invalid setting, a taken port, a folder in use or a failed part; all parts are
 * then stopped
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const {
    env: given = {},
    warn = (line) => process.stderr.write(`${line}\n`),
    readyTimeoutMs = 60_000,
  } = options;
  const settings = await settingsWithFreePorts(given);
  const { ports } = settings;
  const dataDir = resolve(options.dataDir ?? (await temporaryDataDir()));
  mkdirSync(dataDir, { recursive: true });
  const claim = claimDataDir(dataDir);
  const env = withConsoleSecret(given, dataDir);

  // For `pnpm ops`: the URL of the database with its password, the settings of the stand-ins, and the given
  // settings without secrets.
  const databaseUrlFile = join(dataDir, 'database-url');
  const bffSettingsFile = join(dataDir, 'bff.env');
  const local = (port: number) => `http://127.0.0.1:${port}`;
  const addresses: Addresses = {
    baseUrl: local(ports.PORT),
    upstreamUrl: env.UPSTREAM_URL || local(ports.UPSTREAM_PORT),
    sandboxUrl: local(ports.SANDBOX_PORT),
    smtpPort: ports.SMTP_PORT,
    databaseUrl: env.DATABASE_URL || '',
    upstreamDatabaseUrl: env.UPSTREAM_DATABASE_URL || '',
  };
  const serviceUrls = {
    upstream: addresses.upstreamUrl,
    sandbox: addresses.sandboxUrl,
    bff: addresses.baseUrl,
  };

  let started = false;
  const failedStart = new AbortController();
  const startSignal = AbortSignal.any([failedStart.signal, ...(options.signal ? [options.signal] : [])]);
  const failure = Promise.withResolvers<StackError>();
  const logs = new Map<PartName, ServiceLog>();
  const logOf = (name: PartName): ServiceLog => {
    const log = logs.get(name) ?? openServiceLog(dataDir, name, warn);
    logs.set(name, log);
    return log;
  };
  const parts = createPartTable((name, how, lastLines) => {
    const text = [`${name} ended with ${how}; its log is ${logOf(name).path}`, ...lastLines].join('\n  ');
    const error = new StackError('service_failed', text, { retry: true });
    // During the start, `startStack` stops the parts: a stop here could miss parts that are still starting.
    if (started) stop().then(() => failure.resolve(error), failure.reject);
    else failedStart.abort(error);
  });

  const startPostgresPart = async () => {
    const log = logOf('postgres').output;
    const postgres = await startPostgres({
      dataDir: postgresFolder(dataDir),
      port: ports.POSTGRES_PORT,
      log,
    });
    parts.add('postgres', postgres);
    if (!env.DATABASE_URL) {
      addresses.databaseUrl = await postgres.provideDatabase('bff');
      writeFileSync(databaseUrlFile, `${addresses.databaseUrl}\n`, { mode: 0o600 });
    }
    if (settings.parts.upstream && !env.UPSTREAM_DATABASE_URL) {
      addresses.upstreamDatabaseUrl = await postgres.provideDatabase('upstream');
    }
  };
  const addressesFor = (name: ServiceName): Addresses => {
    const { databaseProxyPort: port } = options;
    if (name !== 'bff' || port === undefined) return addresses;
    return { ...addresses, databaseUrl: throughPort(addresses.databaseUrl, port) };
  };
  const startServicePart = async (name: ServiceName) => {
    const spec = {
      ...(options.commands?.[name] ?? appCommand(name)),
      name,
      env: serviceEnvironment(name, childEnvironment(env), settings, addressesFor(name), dataDir),
      healthUrl: `${serviceUrls[name]}${healthPaths[name]}`,
      readyTimeoutMs,
      graceMs: options.graceMs,
    };
    parts.add(name, await startService(spec, logOf(name), dataDir, started ? undefined : startSignal));
  };
  const writeBffSettings = () => {
    const values = serviceEnvironment('bff', openSettings(env), settings, addressesFor('bff'), dataDir);
    // Node's parser reads the file: a value that contains double quotes needs single quotes.
    const quoted = (value = '') => (value.includes('"') ? `'${value}'` : `"${value}"`);
    const lines = Object.entries(values).map(([name, value]) => `${name}=${quoted(value)}\n`);
    writeFileSync(bffSettingsFile, lines.join(''), { mode: 0o600 });
  };
  const startPart = (name: PartName) => (name === 'postgres' ? startPostgresPart() : startServicePart(name));

  const stopEverything = async () => {
    await parts.stop('bff');
    await Promise.all([parts.stop('sandbox'), parts.stop('upstream')]);
    await parts.stop('postgres');
    for (const file of [databaseUrlFile, bffSettingsFile]) rmSync(file, { force: true });
    await Promise.all([...logs.values()].map((log) => log.close()));
    if (!options.dataDir) await removeDataDir(dataDir);
    claim.release();
  };
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= stopEverything();
    return stopping;
  };

  try {
    await recoverDataDir(dataDir, stopGraceMs);
    await refuseTakenPorts(settings);
    if (settings.parts.postgres) await startPart('postgres');
    // Started concurrently. If one fails, the other is awaited, so that it can be stopped.
    const needed = (['upstream', 'sandbox'] as const).filter((name) => settings.parts[name]);
    const outcomes = await Promise.allSettled(needed.map(startPart));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    await startPart('bff');
    writeBffSettings();
    startSignal.throwIfAborted();
    started = true;
  } catch (error) {
    await stop();
    throw startSignal.aborted ? startSignal.reason : error;
  }

  return {
    ...addresses,
    metricsUrl: `${local(ports.METRICS_PORT)}/metrics`,
    consoleUrl: settings.console ? env.CONSOLE_URL || `http://localhost:${ports.CONSOLE_PORT}` : undefined,
    dataDir,
    failed: failure.promise,
    stop,
    async restart(name) {
      await parts.stop(name);
      await startPart(name);
    },
    kill: (name, signal = 'SIGKILL') => parts.kill(name, signal),
  };
}
