/** Starts and shutdowns while the database is unavailable or silent. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { atEnd } from '@meridian/stack/at-end';
import { startTcpProxy } from '@meridian/stack/tcp-proxy';
import { describe, expect, it, vi } from 'vitest';
import { samples } from '../../testing/leads/samples.ts';
import { startSampleUpstream } from '../../testing/sample-upstream.ts';
import { useSite } from '../../testing/site.ts';
import { useMigratedDatabase } from '../../testing/test-database.ts';

// Each test starts a process and mostly waits, so the tests run concurrently.
vi.setConfig({ testTimeout: 90_000 });

const site = await useSite();
const main = resolve(import.meta.dirname, '../main.ts');
const databaseUrl = new URL(site.environment.DATABASE_URL);
// Workers of other tests' processes would otherwise deliver this test's lead and write its log line.
const ownDatabase = await useMigratedDatabase();

/**
 * An upstream for one test, whose next two calls hang. On a shared upstream, calls of other tests would hang.
 */
async function hangingUpstream() {
  const upstream = await startSampleUpstream();
  atEnd(() => upstream.stop());
  return {
    url: upstream.url,
    hang: () =>
      fetch(`${upstream.url}/_upstream/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ kind: 'timeout', times: 2 }),
      }),
  };
}
const upstreams = { stop: await hangingUpstream(), answer: await hangingUpstream() };

/** A proxy between one process and the database, and the process's settings for it. */
async function useProxy(database = databaseUrl) {
  const proxy = await startTcpProxy(Number(database.port));
  atEnd(() => proxy.stop());
  const url = new URL(database);
  url.port = String(proxy.port);
  return { proxy, variables: { DATABASE_URL: url.href } };
}

interface Line {
  msg: string;
  url?: string;
  [field: string]: unknown;
}

async function start(variables: NodeJS.ProcessEnv) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...site.environment, PORT: '0' };
  const child = spawn(process.execPath, [main], { env: { ...env, ...variables } });
  const lines: Line[] = [];
  let faults = '';
  child.stderr.on('data', (text: Buffer) => {
    faults += text.toString();
  });
  const ready = new Promise<string>((tell, fail) => {
    createInterface({ input: child.stdout }).on('line', (text) => {
      const line = JSON.parse(text) as Line;
      lines.push(line);
      if (line.msg === 'ready') tell(line.url ?? '');
    });
    child.once('close', () =>
      fail(
        new Error(
          `ended before it was ready: ${faults}${lines.map((line) => JSON.stringify(line)).join('\n')}`,
        ),
      ),
    );
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  atEnd(() => child.kill('SIGKILL'));
  const url = await ready;
  return {
    url,
    lines,
    child,
    ended,
    faults: () => faults,
    status: async (path: string) => (await fetch(url + path)).status,
    post: () =>
      fetch(`${url}/api/contact_us`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(samples.contact_us),
      }),
  };
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tried = 0; tried < 500; tried += 1) {
    if (await holds()) return;
    await sleep(100);
  }
  throw new Error('not in time');
}

async function stopTime(process: Awaited<ReturnType<typeof start>>): Promise<number> {
  const askedAt = performance.now();
  process.child.kill('SIGTERM');
  await process.ended;
  return performance.now() - askedAt;
}
// Nine seconds on an idle machine. SIGKILL follows after 15 (`stop_grace_period` of the compose files).
const limitMs = 13_000;

describe.concurrent('a start without the database', () => {
  it('serves pages immediately, and accepts leads once the database is available', async () => {
    const { proxy, variables } = await useProxy(new URL(ownDatabase.url));
    proxy.cut();
    const process = await start(variables);
    // On a busy machine the first render may exceed the upstream's time-out; the database stays down
    // meanwhile.
    await until(async () => (await process.status('/')) === 200);
    expect(await process.status('/readyz')).toBe(200);
    expect(await process.status('/readyz/writes')).toBe(503);
    const refused = await process.post();
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // One JSON log line without a stack.
    const logged = process.lines.filter(({ msg }) => msg.includes('the database is unavailable'));
    expect(logged).toHaveLength(1);
    expect(JSON.stringify(process.lines)).not.toContain('    at ');
    expect(process.faults()).toBe('');
    proxy.heal();
    await until(async () => (await process.post()).status === 200);
    await until(async () => (await process.status('/readyz/writes')) === 200);
    // The workers have started too.
    await until(async () => process.lines.some(({ msg }) => msg === 'lead delivered'));
    process.child.kill('SIGTERM');
    expect(await process.ended).toBe(0);
  });

  it('waits as a worker, which is not ready until the database is available', async () => {
    const { proxy, variables } = await useProxy();
    proxy.cut();
    const process = await start({ ...variables, BFF_ROLE: 'worker', WEB_DIR: '/nowhere' });
    expect(await process.status('/healthz')).toBe(200);
    expect(await process.status('/readyz')).toBe(503);
    proxy.heal();
    await until(async () => (await process.status('/readyz')) === 200);
    expect(await stopTime(process)).toBeLessThan(limitMs);
  });

  it('exits if the error is permanent', async () => {
    const wrong = new URL(databaseUrl);
    wrong.password = 'wrong';
    const failure: unknown = await start({ DATABASE_URL: wrong.href }).catch((error: unknown) => error);
    // One JSON log line without a stack.
    expect(String(failure)).toMatch(/ready: \{[^\n]*password authentication failed[^\n]*$/);
    expect(String(failure)).not.toContain('    at ');
  });
});

describe.concurrent('a database of another APP_ENV', () => {
  it('ends the start with a message that says what to do', async () => {
    const failure: unknown = await start({ APP_ENV: 'staging' }).catch((error: unknown) => error);
    expect(String(failure)).toMatch(/The database belongs to APP_ENV=demo, and APP_ENV here is staging/);
  });
});

describe.concurrent('SIGTERM', () => {
  it('ends a process with a silent database before SIGKILL', async () => {
    const { proxy, variables } = await useProxy();
    const process = await start(variables);
    await until(async () => (await process.status('/readyz/writes')) === 200);
    proxy.freezeAll();
    // These requests hang.
    const hanging = [process.post(), process.post()].map((answer) => answer.catch(() => undefined));
    await sleep(300);
    expect(await stopTime(process)).toBeLessThan(limitMs);
    await Promise.all(hanging);
  });

  it('is followed by STOP_DELAY_MS, in which requests are accepted and /readyz answers 503', async () => {
    const process = await start({ STOP_DELAY_MS: '1500' });
    process.child.kill('SIGTERM');
    await until(async () => (await process.status('/readyz')) === 503);
    expect(await process.status('/')).toBe(200);
    expect(await process.ended).toBe(0);
  });

  it('ends a process that still waits for its database', async () => {
    const { proxy, variables } = await useProxy();
    proxy.freezeAll();
    const process = await start({ ...variables, BFF_ROLE: 'worker', WEB_DIR: '/nowhere' });
    expect(await stopTime(process)).toBeLessThan(limitMs);
  });

  it('ends a process whose upstream hangs', async () => {
    const process = await start({
      UPSTREAM_URL: upstreams.stop.url,
      UPSTREAM_SUBMIT_TIMEOUT_MS: '60000',
      UPSTREAM_TIMEOUT_MS: '60000',
    });
    await upstreams.stop.hang();
    const hanging = process.status('/api/blog').catch(() => undefined);
    await sleep(300);
    expect(await stopTime(process)).toBeLessThan(limitMs);
    await hanging;
  });

  it('answers a request that arrives on an open connection, and asks the client to close the connection', async () => {
    const process = await start({ UPSTREAM_URL: upstreams.answer.url, UPSTREAM_TIMEOUT_MS: '4000' });
    await upstreams.answer.hang();
    const { hostname, port } = new URL(process.url);
    const socket = connect(Number(port), hostname);
    const get = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
    // Keeps the connection busy, so that the shutdown leaves it open.
    get('/api/blog');
    await sleep(300);
    process.child.kill('SIGTERM');
    // The shutdown has begun when new connections are refused.
    const isRefused = () =>
      process.status('/healthz').then(
        () => false,
        () => true,
      );
    await until(isRefused);
    get('/healthz');
    const answers = (await text(socket)).split(/(?=HTTP\/1\.1)/);
    expect(answers).toHaveLength(2);
    expect(answers[1]).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: close\r\n/is);
    expect(await process.ended).toBe(0);
  });
});
