/** Finds the programs of a cluster, or installs them from Debian's packages. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Programs {
  etcd: string;
  haproxy: string;
  patroni: string;
  /** Folder with `postgres`, `pg_rewind` and `pg_basebackup`. */
  postgresBin: string;
}

/** The programs are missing, and could not be installed. */
export class MissingProgramsError extends Error {
  override readonly name = 'MissingProgramsError';
  readonly code = 'PROGRAMS_MISSING';
  readonly retry = false;
}

const packages = {
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  patroni: 'patroni',
  postgresBin: 'postgresql-15',
} as const satisfies Record<keyof Programs, string>;

const debianPostgres = '/usr/lib/postgresql';
const minVersion = 15;
const neededOfPostgres = ['postgres', 'initdb', 'pg_rewind', 'pg_basebackup'];
/** Debian runs this policy before it starts a package's service; exit status 101 forbids the start. */
const servicePolicy = '/usr/sbin/policy-rc.d';

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @returns the path of a program, if it is installed */
export function onPath(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/bin', '/usr/sbin'];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function postgresBin(): string | undefined {
  const versions = existsSync(debianPostgres) ? readdirSync(debianPostgres).map(Number) : [];
  return versions
    .filter((version) => version >= minVersion)
    .toSorted((a, b) => a - b)
    .map((version) => join(debianPostgres, String(version), 'bin'))
    .find((folder) => neededOfPostgres.every((name) => isExecutable(join(folder, name))));
}

function lookFor(): { [Name in keyof Programs]: string | undefined } {
  return {
    etcd: onPath('etcd'),
    haproxy: onPath('haproxy'),
    patroni: onPath('patroni'),
    postgresBin: postgresBin(),
  };
}

const isMissing = (found: ReturnType<typeof lookFor>) =>
  (Object.keys(packages) as (keyof Programs)[]).filter((name) => found[name] === undefined);

/** Installs packages without starting their services. */
function install(names: readonly string[]): void {
  const forbids = !existsSync(servicePolicy);
  if (forbids) writeFileSync(servicePolicy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '--quiet'], { env, stdio: 'ignore' });
    const requested = ['install', '--yes', '--quiet', '--no-install-recommends', ...names];
    spawnSync('apt-get', requested, { env, stdio: 'ignore' });
  } finally {
    if (forbids) rmSync(servicePolicy, { force: true });
  }
}

/**
 * Finds the programs. Installs missing ones from Debian's packages if this process runs as root and has apt-get.
 * @throws MissingProgramsError with what is missing
 */
export function findPrograms(print: (line: string) => void): Programs {
  const missing = isMissing(lookFor());
  if (missing.length > 0 && process.getuid?.() === 0 && onPath('apt-get')) {
    const names = missing.map((name) => packages[name]);
    print(`installing ${names.join(', ')}`);
    install(names);
  }
  const found = lookFor();
  const { etcd, haproxy, patroni, postgresBin: bin } = found;
  if (etcd && haproxy && patroni && bin) return { etcd, haproxy, patroni, postgresBin: bin };
  const names = isMissing(found).map((name) => packages[name]);
  throw new MissingProgramsError(`missing Debian packages: apt-get install ${names.join(' ')}`);
}
