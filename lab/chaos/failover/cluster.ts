/** Three PostgreSQL servers under Patroni with etcd, and HAProxy in front, on this machine. */
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresAccount } from '@meridian/stack/postgres-account';
import { sendSignal } from '@meridian/stack/process-identity';
import { claimDataDir } from '@meridian/stack/process-records';
import { temporaryDataDir } from '@meridian/stack/temporary-folder';
import pg from 'pg';
import { defineEtcd, type Etcd } from './etcd.ts';
import { defineDatabaseProxy } from './haproxy.ts';
import { defineMembers, type Member, stateOf } from './patroni.ts';
import { lastingPorts } from './ports.ts';
import { type Ground, type Program, processesIn } from './program.ts';
import type { Programs } from './programs.ts';

const size = 3;
const startTimeoutMs = 300_000;
const pollMs = 250;
/** Lines of a member's log in an error message. */
const lastLines = 15;

export interface Cluster {
  ground: Ground;
  etcd: Etcd;
  members: Member[];
  databaseProxy: Program;
  /** @returns the URL of a database, through HAProxy */
  url: (database: 'bff' | 'upstream') => string;
  /** @returns the current leader, if there is one */
  leader: () => Promise<Member | undefined>;
  /** Resolves when all members run and a standby is synchronous. @throws Error on time-out */
  whole: (timeoutMs: number) => Promise<void>;
  /** Kills the remaining processes, and removes the folder. */
  stop: () => Promise<void>;
}

const pairs = (ports: readonly number[]): [number, number][] =>
  Array.from({ length: size }, (_, index) => [ports[2 * index] ?? 0, ports[2 * index + 1] ?? 0]);

async function leaderOf(members: readonly Member[]): Promise<Member | undefined> {
  const leading = await Promise.all(members.map((member) => member.leads()));
  return members[leading.indexOf(true)];
}

/** @returns the members' states, and the last log lines of members that do not run */
async function complaint(members: readonly Member[], folder: string): Promise<string> {
  const leader = await leaderOf(members);
  const states = leader ? await stateOf(leader) : [];
  const running = new Set(states.filter(({ state }) => runs.has(state)).map(({ name }) => name));
  const lines = members.flatMap(({ name }) => {
    if (running.has(name)) return [];
    const log = readFileSync(join(folder, 'logs', `${name}.log`), 'utf8')
      .trimEnd()
      .split('\n');
    return [`${name}:`, ...log.slice(-lastLines)];
  });
  return [`not all members run: ${JSON.stringify(states)}`, ...lines].join('\n');
}

const runs = new Set(['running', 'streaming']);

async function isComplete(members: readonly Member[]): Promise<boolean> {
  const leader = await leaderOf(members);
  if (!leader) return false;
  const states = await stateOf(leader);
  return (
    states.filter(({ state }) => runs.has(state)).length === size &&
    states.some(({ role }) => role === 'sync_standby')
  );
}

async function until(what: string, timeoutMs: number, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`not within ${timeoutMs / 1_000} s: ${what}`);
    await sleep(pollMs);
  }
}

async function createDatabases(adminUrl: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    for (const name of ['bff', 'upstream']) {
      await client.query(`create role ${name} login password '${password}'`);
      await client.query(`create database ${name} owner ${name}`);
    }
  } finally {
    await client.end();
  }
}

/** Starts the cluster, with an empty database for the BFF and one for the upstream. */
export async function startCluster(programs: Programs): Promise<Cluster> {
  const folder = await temporaryDataDir();
  const claim = claimDataDir(folder);
  const ground: Ground = { folder, account: postgresAccount(`${folder}/none`) };
  const secret = () => randomBytes(16).toString('hex');
  const passwords = { superuser: secret(), replication: secret(), rewind: secret() };
  const ownPassword = secret();
  const [proxyPort = 0, ...ports] = await lastingPorts(4 * size + 1);
  const etcd = defineEtcd(ground, programs, pairs(ports.slice(0, 2 * size)));
  const members = defineMembers(ground, programs, {
    ports: pairs(ports.slice(2 * size)),
    etcdHosts: etcd.hosts,
    passwords,
  });
  const databaseProxy = defineDatabaseProxy(ground, programs, proxyPort, members);
  const address = (user: string, password: string, database: string) =>
    `postgres://${user}:${password}@127.0.0.1:${proxyPort}/${database}`;

  async function stop(): Promise<void> {
    for (;;) {
      const left = processesIn(folder);
      if (left.length === 0) break;
      for (const pid of left) sendSignal(pid, 'SIGKILL');
      await sleep(100);
    }
    rmSync(folder, { recursive: true, force: true });
    claim.release();
  }

  async function whole(timeoutMs: number): Promise<void> {
    try {
      await until('all members run', timeoutMs, () => isComplete(members));
    } catch (error) {
      throw new Error(await complaint(members, ground.folder), { cause: error });
    }
  }
  try {
    for (const { start } of etcd.members) start();
    const [first, ...others] = members;
    // The first member creates the cluster; the others copy it.
    first?.program.start();
    await until(
      'the first member leads',
      startTimeoutMs,
      async () => (await leaderOf(members)) !== undefined,
    );
    for (const { program } of others) program.start();
    databaseProxy.start();
    await whole(startTimeoutMs);
    await createDatabases(address('postgres', passwords.superuser, 'postgres'), ownPassword);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ground,
    etcd,
    members,
    databaseProxy,
    url: (database) => address(database, ownPassword, database),
    leader: () => leaderOf(members),
    whole,
    stop,
  };
}
