import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
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

// All tests start the same cluster, because initialising a cluster takes seconds.
beforeAll(async () => {
  dataDir = await temporaryDataDir();
});

afterEach(async () => {
  await server?.stop();
  server = undefined;
});

afterAll(() => removeDataDir(dataDir));

it('keeps its data after a restart', async () => {
  const first = await start();
  await first.createDatabase('shop');
  await first.createDatabase('shop');
  await query(first.url('shop'), 'CREATE TABLE seat AS SELECT 7 AS number');
  await first.stop();

  const second = await start();
  expect(await query(second.url('shop'), 'SELECT number FROM seat')).toEqual([{ number: 7 }]);
});

it('is as durable as a production server, requires its password and listens only on loopback', async () => {
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

it('creates each database with a role that is not a superuser and can connect only to this database', async () => {
  const postgres = await start();
  const [bff, upstream] = [await postgres.provideDatabase('bff'), await postgres.provideDatabase('upstream')];
  expect(
    await query(
      bff,
      'SELECT current_user AS name, rolsuper, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = current_user',
    ),
  ).toEqual([{ name: 'bff', rolsuper: false, rolcreaterole: false, rolcreatedb: false }]);
  await query(bff, 'CREATE SCHEMA queue');
  await query(bff, 'CREATE TABLE seat AS SELECT 7 AS number');
  // Neither login can connect to another database.
  for (const [own, other] of [
    [bff, 'upstream'],
    [bff, 'postgres'],
    [bff, 'template1'],
    [upstream, 'bff'],
  ] as const) {
    const elsewhere = new URL(own);
    elsewhere.pathname = `/${other}`;
    await expect(query(elsewhere.href, 'SELECT 1')).rejects.toMatchObject({ code: '42501' });
  }
  await expect(query(bff, "COPY (SELECT 1) TO PROGRAM 'true'")).rejects.toMatchObject({ code: '42501' });
  expect(new URL(bff).password).not.toBe(new URL(postgres.url('bff')).password);
});

it('makes the role the owner of objects that an earlier version created as the superuser, at each start', async () => {
  const earlier = await start();
  await earlier.createDatabase('old');
  for (const made of [
    'CREATE TABLE seat (id bigint GENERATED ALWAYS AS IDENTITY, number int)',
    'CREATE SEQUENCE lone',
    'CREATE VIEW seats AS SELECT * FROM seat',
    'CREATE SCHEMA queue',
    "CREATE TYPE queue.state AS ENUM ('new')",
    'CREATE TABLE queue.job (name text, state queue.state) PARTITION BY LIST (name)',
    'CREATE TABLE queue.job_a PARTITION OF queue.job FOR VALUES IN (1::text)'.replace('1::text', "'a'"),
    'CREATE FUNCTION queue.later() RETURNS int LANGUAGE sql AS $f$ SELECT 1 $f$',
  ])
    await query(earlier.url('old'), made);
  await earlier.stop();

  for (let started = 0; started < 2; started += 1) {
    const postgres = await start();
    const bff = await postgres.provideDatabase('old');
    for (const change of [
      `ALTER TABLE seat ADD COLUMN added_${started} int`,
      'INSERT INTO seat (number) VALUES (1)',
      `ALTER TYPE queue.state ADD VALUE 'old_${started}'`,
      `CREATE INDEX ON queue.job (state)`,
      `ALTER SEQUENCE lone RESTART`,
      'CREATE OR REPLACE VIEW seats AS SELECT id, number FROM seat',
      'CREATE OR REPLACE FUNCTION queue.later() RETURNS int LANGUAGE sql AS $f$ SELECT 2 $f$',
    ])
      await query(bff, change);
    const left = await query(
      bff,
      `SELECT relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
       WHERE nspname IN ('public', 'queue') AND pg_get_userbyid(relowner) <> current_user`,
    );
    expect(left).toEqual([]);
    await postgres.stop();
  }
});

it('stops a server that a killed launcher left running, so that two servers never use the folder', async () => {
  const left = await start();
  await query(left.url('postgres'), 'CREATE TABLE seat AS SELECT 7 AS number');
  const leftPid = postmasterPid(left.clusterDir);

  const next = await start();
  expect(identifyProcess(leftPid)).toBeNull();
  expect(await left.ended).toBe('code 0');
  expect(await query(next.url('postgres'), 'SELECT number FROM seat')).toEqual([{ number: 7 }]);
});

it('recovers committed data after an immediate shutdown', async () => {
  const first = await start();
  await query(first.url('postgres'), 'CREATE TABLE committed AS SELECT 7 AS number');
  await first.kill('SIGKILL');

  const second = await start();
  expect(await query(second.url('postgres'), 'SELECT number FROM committed')).toEqual([{ number: 7 }]);
});

it.each([
  ['a process that has ended', () => 2 ** 22 + 1],
  ['a process of another program', () => process.ppid],
])('starts although the lock file names %s', async (_, pid) => {
  const first = await start();
  const lock = readFileSync(join(first.clusterDir, 'postmaster.pid'), 'utf8');
  await first.stop();
  writeFileSync(join(first.clusterDir, 'postmaster.pid'), lock.replace(/^\d+/, String(pid())));

  const second = await start();
  expect(await query(second.url('postgres'), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(identifyProcess(process.ppid)).not.toBeNull();
});
