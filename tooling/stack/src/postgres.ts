import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { postgresBinaries } from './postgres-binaries.ts';
import { type PostgresPlace, preparePostgresPlace } from './postgres-place.ts';
import { recoverCluster } from './postgres-recovery.ts';
import { handOver, type Login, loginOf } from './postgres-roles.ts';
import { pausingSignals } from './process-identity.ts';
import { StackError } from './stack-error.ts';

export type PostgresOptions = {
  /** Folder for data and password; created if missing. One server at a time. */
  dataDir: string;
  /** TCP port on 127.0.0.1, the only interface. */
  port: number;
  /** Superuser name, fixed at initialisation. */
  user?: string;
  /** Server settings that differ from the defaults. */
  settings?: Readonly<Record<string, string>>;
  /** Called with each log line. */
  log?: (line: string) => void;
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

type Child = { process: ChildProcess; ended: Promise<string>; lastLines: string[] };

function spawnAs(place: PostgresPlace, binary: string, args: string[], log: (line: string) => void): Child {
  // Own session: Ctrl-C must reach only the launcher, which stops the parts in order.
  const child = spawn(binary, args, {
    ...place.account,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
  });
  const lastLines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lastLines.push(line);
      lastLines.splice(0, lastLines.length - 12);
      log(line);
    });
  }
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ? `signal ${signal}` : `code ${code}`));
  });
  return { process: child, ended, lastLines };
}

async function initialise(place: PostgresPlace, binaries: string, user: string, log: (line: string) => void) {
  const draft = `${place.clusterDir}.new`;
  const passwordFile = `${place.clusterDir}.password`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, `${place.password}\n`, { mode: 0o600 });
  if (place.account) {
    for (const path of [draft, passwordFile]) chownSync(path, place.account.uid, place.account.gid);
  }
  try {
    const child = spawnAs(
      place,
      join(binaries, 'bin/initdb'),
      [
        `--pgdata=${draft}`,
        `--username=${user}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
      ],
      log,
    );
    const how = await child.ended;
    if (how !== 'code 0') {
      throw new StackError('postgres_failed', `initdb ended with ${how}:\n${child.lastLines.join('\n')}`);
    }
    // Atomic rename: no half-initialised cluster.
    renameSync(draft, place.clusterDir);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

async function launch(
  place: PostgresPlace,
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

const superuser = 'meridian';

/**
 * Makes a folder's cluster, where it has none yet.
 * @returns where it is and what runs it
 * @throws StackError `postgres_unavailable` (no binaries or no system user) or `postgres_failed`
 */
export async function initialisePostgres({
  dataDir,
  user = superuser,
  log = () => undefined,
}: Pick<PostgresOptions, 'dataDir' | 'user' | 'log'>): Promise<{ place: PostgresPlace; binaries: string }> {
  const place = preparePostgresPlace(dataDir);
  const binaries = postgresBinaries(place.account);
  await recoverCluster(place.clusterDir);
  if (!existsSync(place.clusterDir)) await initialise(place, binaries, user, log);
  return { place, binaries };
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
