import { join } from 'node:path';
import pg from 'pg';
import { spawnAs } from './postgres-child.ts';
import { type ClusterOptions, initialisePostgres, superuser } from './postgres-cluster.ts';
import type { PostgresInstallation } from './postgres-installation.ts';
import { handOver, type Login, loginOf } from './postgres-roles.ts';
import { pausingSignals } from './process-identity.ts';
import { StackError } from './stack-error.ts';

export type PostgresOptions = ClusterOptions & {
  /** TCP port on 127.0.0.1, the only interface. */
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
   * A database with its own role, which has no other access.
   * @returns the role's connection string
   */
  provideDatabase: (name: string) => Promise<string>;
  /** Fast shutdown: clients are disconnected, commits are durable. Idempotent. */
  stop: () => Promise<void>;
  /** Sends a signal; SIGKILL becomes immediate shutdown, for less clean-up. */
  kill: (signal: NodeJS.Signals) => Promise<void>;
  /** Resolves with how the server ended. */
  ended: Promise<string>;
  /** Last log lines. */
  lastLines: string[];
  /** Actual data folder; outside `dataDir` if the server's user cannot enter it. */
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
 * Starts PostgreSQL with production durability (fsync on, unless `settings` say otherwise), as root or another user. First stops a server
 * left in the folder by a killed launcher.
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
      // SIGKILL would orphan its children, with the folder still open.
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
