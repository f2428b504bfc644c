import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseEnv } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { fakeCommand, fakeCommands } from '../test/fake-commands.ts';
import { freePort } from './free-port.ts';
import { identifyProcess } from './process-identity.ts';
import { type Stack, type StackOptions, startStack } from './stack.ts';
import { removeDataDir, temporaryDataDir } from './temporary-folder.ts';

let dataDir: string;
let stack: Stack | undefined;
let warnings: string[];

async function start(options: StackOptions = {}): Promise<Stack> {
  const warn = (line: string) => warnings.push(line);
  stack = await startStack({ dataDir, commands: fakeCommands, warn, ...options });
  return stack;
}

async function environmentAt(url: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/env`);
  return Object(await response.json());
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text).finally(() => client.end());
  return rows;
}

// All tests use one data folder, because initialising PostgreSQL takes seconds.
beforeAll(async () => {
  dataDir = await temporaryDataDir();
});

beforeEach(() => {
  warnings = [];
});

afterEach(async () => {
  await stack?.stop();
  stack = undefined;
});

afterAll(() => removeDataDir(dataDir));

it('starts every part and stops all of them', async () => {
  const { baseUrl, upstreamUrl, sandboxUrl, databaseUrl, stop } = await start();
  const parts = await Promise.all([baseUrl, upstreamUrl, sandboxUrl].map(environmentAt));
  expect(parts[0]).toMatchObject({
    DATABASE_URL: databaseUrl,
    UPSTREAM_URL: upstreamUrl,
    RAZORPAY_API_URL: sandboxUrl,
  });
  expect(await query(databaseUrl, 'SELECT current_database() AS name')).toEqual([{ name: 'bff' }]);

  await stop();
  expect(parts.map(({ pid }) => identifyProcess(Number(pid)))).toEqual([null, null, null]);
  await expect(query(databaseUrl, 'SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

it('workflow: writes the settings of the demonstration for `pnpm ops`, and no real key', async () => {
  const { sandboxUrl, stop } = await start({
    env: {
      RAZORPAY_KEY_ID: 'rzp_live_x',
      RAZORPAY_KEY_SECRET: 'real',
      SUPPLIER_LEGAL_NAME: 'Kaveri "Skills" LLP',
    },
  });
  const file = join(dataDir, 'bff.env');
  expect(parseEnv(readFileSync(file, 'utf8'))).toMatchObject({
    APP_ENV: 'demo',
    ZOHO_ACCOUNTS_URL: sandboxUrl,
    SUPPLIER_LEGAL_NAME: 'Kaveri "Skills" LLP',
  });
  expect(readFileSync(file, 'utf8')).not.toMatch(/RAZORPAY|="real"/);
  await stop();
  expect(existsSync(file)).toBe(false);
});

it('does not pass variables of npm, pnpm and turbo to the services', async () => {
  const { baseUrl } = await start({
    env: { npm_config_registry: 'x', pnpm_config_y: 'z', LOG_LEVEL: 'warn' },
  });
  const env = await environmentAt(baseUrl);
  expect(env.LOG_LEVEL).toBe('warn');
  expect(Object.keys(env).filter((name) => /^p?npm_/i.test(name))).toEqual([]);
});

it('shows warnings on the terminal, and writes all lines to the logs', async () => {
  const { stop } = await start();
  await stop();
  expect(warnings).toContain('[bff] a line to act on');
  expect(warnings.join()).not.toContain('an ordinary line');
  expect(readFileSync(join(dataDir, 'logs/bff.log'), 'utf8')).toContain('an ordinary line');
});

it('starts nothing if a port is taken, and names the variable', async () => {
  const port = await freePort();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  const empty = await temporaryDataDir();
  await expect(start({ dataDir: empty, env: { SANDBOX_PORT: String(port) } })).rejects.toMatchObject({
    code: 'port_taken',
    message: expect.stringMatching(new RegExp(`${port}.*SANDBOX_PORT`)),
  });
  expect(existsSync(join(empty, 'postgres'))).toBe(false);
  await removeDataDir(empty);
  await new Promise((resolve) => other.close(resolve));
});

it('refuses a data folder that another stack uses, and does not affect that stack', async () => {
  const first = await start();
  const { pid } = await environmentAt(first.baseUrl);
  await expect(startStack({ dataDir, commands: fakeCommands })).rejects.toMatchObject({
    code: 'data_dir_in_use',
    message: expect.stringContaining('DATA_DIR'),
  });
  expect(await environmentAt(first.baseUrl)).toMatchObject({ pid });
});

it('runs a second stack beside the first', async () => {
  const first = await start();
  const second = await startStack({ commands: fakeCommands, warn: () => undefined });
  expect(second.baseUrl).not.toBe(first.baseUrl);
  await second.stop();
  expect(existsSync(second.dataDir)).toBe(false);
  expect(await environmentAt(first.baseUrl)).toMatchObject({ PORT: new URL(first.baseUrl).port });
});

it('stops all parts if one ends unexpectedly, and names it', async () => {
  const { baseUrl, upstreamUrl, failed } = await start();
  const { pid } = await environmentAt(baseUrl);
  await expect(fetch(`${upstreamUrl}/exit`)).rejects.toThrow();
  const error = await failed;
  expect(error.message).toMatch(/upstream ended with code 4[\s\S]*exiting unexpectedly/);
  expect(identifyProcess(Number(pid))).toBeNull();
});

it('fails if a part does not become healthy, and stops the others', async () => {
  const commands = { ...fakeCommands, bff: fakeCommand('bff', 'broken') };
  const upstreamPort = await freePort();
  await expect(start({ commands, env: { UPSTREAM_PORT: String(upstreamPort) } })).rejects.toMatchObject({
    code: 'service_failed',
    message: expect.stringContaining('bff ended with code 3'),
  });
  expect(warnings).toContain('[bff] the setting COLOUR is missing');
  await expect(fetch(`http://127.0.0.1:${upstreamPort}/healthz`)).rejects.toThrow();
});

it('can be interrupted while it starts', async () => {
  const silent = { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'], cwd: '/' };
  const signal = AbortSignal.timeout(1500);
  await expect(start({ commands: { ...fakeCommands, bff: silent }, signal })).rejects.toBe(
    await abortOf(signal),
  );
  expect(existsSync(join(dataDir, 'processes/bff.json'))).toBe(false);
});

function abortOf(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve(signal.reason), { once: true }),
  );
}

it('restarts a killed part with the same address and data', async () => {
  const { baseUrl, databaseUrl, kill, restart } = await start();
  await query(databaseUrl, 'CREATE TABLE seat AS SELECT 7 AS number');
  await kill('bff');
  await expect(environmentAt(baseUrl)).rejects.toThrow();
  await kill('postgres');
  await restart('postgres');
  await restart('bff');
  expect(await environmentAt(baseUrl)).toMatchObject({ DATABASE_URL: databaseUrl });
  expect(await query(databaseUrl, 'SELECT number FROM seat')).toEqual([{ number: 7 }]);
});

it('stops the processes of a killed launcher, and uses its data again', async () => {
  const script = new URL('../test/fake-launcher.ts', import.meta.url).pathname;
  const env = { ...process.env, PORT: String(await freePort()), POSTGRES_PORT: String(await freePort()) };
  const launcher = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'], env });
  const [line] = await new Promise<string[]>((resolve) =>
    createInterface({ input: launcher.stdout }).once('line', (text) => resolve([text])),
  );
  const left = JSON.parse(line ?? '');
  await query(left.databaseUrl, 'CREATE TABLE kept AS SELECT 7 AS number');
  const { pid } = await environmentAt(left.baseUrl);
  launcher.kill('SIGKILL');
  await new Promise((resolve) => launcher.once('exit', resolve));
  expect(identifyProcess(Number(pid))).not.toBeNull();

  const next = await start({ env });
  expect(next.baseUrl).toBe(left.baseUrl);
  expect(identifyProcess(Number(pid))).toBeNull();
  expect(await query(next.databaseUrl, 'SELECT number FROM kept')).toEqual([{ number: 7 }]);
});
