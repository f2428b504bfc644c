import { join } from 'node:path';
import pg from 'pg';
import { spawnAs } from './postgres-child.ts';
import { type ClusterOptions, initialisePostgres, superuser } from './postgres-cluster.ts';
import type { PostgresInstallation } from './postgres-installation.ts';
import { handOver, type Login, loginOf } from './postgres-roles.ts';
import { pausingSignals } from './process-identity.ts';
import { StackError } from './stack-error.ts';

export type PostgresOptions = ClusterOptions & {
  /** TCP port on 127.0.0.1. The server listens on no other interface. */
  port: number;
  /** Server settings that differ from the defaults. */
  settings?: Readonly<Record<string, string>>;
};

export type Postgres = {
  /** The superuser's connection string for a database. */
  url: (database: string) => string;
  /** Creates a database unless it exists. */
  createDatabase: (name: string) => Promise<void>;
  /**
   * Creates a database with a role that can connect only to it.
   * @returns the role's connection string
   */
  provideDatabase: (name: string) => Promise<string>;
  /** Fast shutdown: clients are disconnected, commits are durable. Idempotent. */
  stop: () => Promise<void>;
  /** Sends a signal. SIGKILL is replaced by an immediate shutdown, which leaves no child processes. */
  kill: (signal: NodeJS.Signals) => Promise<void>;
  /** Resolves when the server ends, with a description: `code 1` or `signal SIGKILL`, for example. */
  ended: Promise<string>;
  /** Last log lines. */
  lastLines: string[];
  /** Folder of the cluster; outside `dataDir` if the server's user cannot enter `dataDir`. */
  clusterDir: string;
};

const startTimeoutMs = 60_000;
const fastShutdownMs = 20_000;

async function launch(
  place: PostgresInstallation,
  binaries: string,
  { port, settings: given }: PostgresOptions,
  log: (line: string) => void,
) {
  let accepting: () => void = () => undefined;
  const accepted = new Promise<'accepting'>((resolve) => {
    accepting = () => resolve('accepting');
  });
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...given,
  };
  const child = spawnAs(
    place,
    join(binaries, 'bin/postgres'),
    [
      '-D',
      place.clusterDir,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`]),
    ],
    (line) => {
      if (line.includes('database system is ready to accept connections')) accepting();
      log(line);
    },
  );
  const timer = setTimeout(() => child.process.kill('SIGQUIT'), startTimeoutMs);
  const outcome = await Promise.race([accepted, child.ended]);
  clearTimeout(timer);
  if (outcome !== 'accepting') {
    throw new StackError(
      'postgres_failed',
      `PostgreSQL on port ${port} ended with ${outcome} before it was ready:\n${child.lastLines.join('\n')}`,
    );
  }
  return child;
}

async function createDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (!rowCount) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

/**
 * Starts PostgreSQL as durable as in production, unless `settings` switch that off. Works as root or another
 * user. First stops a server that a killed launcher left running in the folder.
 * @throws StackError `postgres_unavailable` (no binaries or no system user) or `postgres_failed`
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { port, user = superuser, log = () => undefined } = options;
  const { place, binaries } = await initialisePostgres(options);
  const child = await launch(place, binaries, options, log);

  const urlOf = (login: Login, database: string) =>
    `postgresql://${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
  const url = (database: string) => urlOf({ user, password: place.password }, database);
  return {
    url,
    createDatabase: (name) => createDatabase(url('postgres'), name),
    async provideDatabase(name) {
      const login = loginOf(name, place.password);
      await createDatabase(url('postgres'), name);
      await handOver(url, name, login);
      return urlOf(login, name);
    },
    ended: child.ended,
    clusterDir: place.clusterDir,
    lastLines: child.lastLines,
    async kill(signal) {
      // SIGKILL would leave its child processes, which keep the folder open.
      child.process.kill(signal === 'SIGKILL' ? 'SIGQUIT' : signal);
      if (!pausingSignals.has(signal)) await child.ended;
    },
    async stop() {
      child.process.kill('SIGINT');
      const timer = setTimeout(() => child.process.kill('SIGQUIT'), fastShutdownMs);
      await child.ended;
      clearTimeout(timer);
    },
  };
}
