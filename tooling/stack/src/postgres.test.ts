import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from './free-port.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { identifyProcess } from './process-identity.ts';
import { postgresFolder } from './stack-recovery.ts';
import { removeDataDir, temporaryDataDir } from './temporary-folder.ts';

let dataDir: string;
let server: Postgres | undefined;

async function start(): Promise<Postgres> {
  server = await startPostgres({ dataDir: postgresFolder(dataDir), port: await freePort() });
  return server;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text).finally(() => client.end());
  return rows;
}

const postmasterPid = (clusterDir: string) =>
  Number.parseInt(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8'), 10);

beforeEach(async () => {
  dataDir = await temporaryDataDir();
});

afterEach(async () => {
  await server?.stop();
  server = undefined;
  await removeDataDir(dataDir);
});

it('keeps its data over a stop and a start', async () => {
  const first = await start();
  await first.createDatabase('shop');
  await first.createDatabase('shop');
  await query(first.url('shop'), 'CREATE TABLE seat AS SELECT 7 AS number');
  await first.stop();

  const second = await start();
  expect(await query(second.url('shop'), 'SELECT number FROM seat')).toEqual([{ number: 7 }]);
});

it('has the durability of a production server, needs its password and listens on loopback alone', async () => {
  const { url } = await start();
  expect(await query(url('postgres'), 'SHOW fsync')).toEqual([{ fsync: 'on' }]);
  expect(await query(url('postgres'), 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  const guess = new URL(url('postgres'));
  guess.password = 'password';
  await expect(query(guess.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  expect(statSync(join(postgresFolder(dataDir), 'password')).mode & 0o777).toBe(0o600);

  const outside = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const address = outside.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
  if (!address) return;
  const refused = new Promise((resolve) => {
    connect(Number(guess.port), address)
      .once('error', resolve)
      .once('connect', () => resolve('connected'));
  });
  expect(await refused).toMatchObject({ code: 'ECONNREFUSED' });
});

it('stops a server that was left behind, and never opens the folder twice', async () => {
  const left = await start();
  await query(left.url('postgres'), 'CREATE TABLE seat AS SELECT 7 AS number');
  const leftPid = postmasterPid(left.clusterDir);

  const next = await start();
  expect(identifyProcess(leftPid)).toBeNull();
  expect(await left.ended).toBe('code 0');
  expect(await query(next.url('postgres'), 'SELECT number FROM seat')).toEqual([{ number: 7 }]);
});

it('recovers what was committed before an immediate end', async () => {
  const first = await start();
  await query(first.url('postgres'), 'CREATE TABLE seat AS SELECT 7 AS number');
  await first.kill('SIGKILL');

  const second = await start();
  expect(await query(second.url('postgres'), 'SELECT number FROM seat')).toEqual([{ number: 7 }]);
});

it.each([
  ['a process that has ended', () => 2 ** 22 + 1],
  ['a process that is something else', () => process.ppid],
])('starts over a lock file that names %s', async (_, pid) => {
  const first = await start();
  const lock = readFileSync(join(first.clusterDir, 'postmaster.pid'), 'utf8');
  await first.stop();
  writeFileSync(join(first.clusterDir, 'postmaster.pid'), lock.replace(/^\d+/, String(pid())));

  const second = await start();
  expect(await query(second.url('postgres'), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(identifyProcess(process.ppid)).not.toBeNull();
});
