import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { envelope } from '@meridian/contracts/envelope';
import { contentFaultsPath } from '@meridian/contracts/site/content-faults';
import { courseDetails } from '@meridian/contracts/site/courses/course';
import { startTcpProxy } from '@meridian/stack/tcp-proxy';
import { useTestDatabase } from '@meridian/stack/test-database';
import { expect, it, onTestFinished, vi } from 'vitest';
import { buildUpstream } from './app.ts';
import { openContent } from './content/content-source.ts';
import { testCourse, useTestContent, writeFiles } from './content/test-content.ts';
import { openDatabase, pingDatabase } from './database/database.ts';
import type { Settings } from './env.ts';
import { createBatchCatalogue } from './schedule/batch-catalogue.ts';
import { startUpstream } from './start.ts';

const { url: databaseUrl } = await useTestDatabase();

async function settingsFor(changes: Partial<Settings> = {}): Promise<Settings> {
  const contentDir = await useTestContent();
  return {
    port: 0,
    host: '127.0.0.1',
    databaseUrl,
    faults: false,
    contentDir,
    logLevel: 'silent',
    ...changes,
  };
}

async function post(url: string, body: object = {}) {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  return response.json();
}

it('starts, applies changes, stops, and finds its records after a restart', async () => {
  const settings = await settingsFor();
  const first = await startUpstream(settings);
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
  await writeFiles(settings.contentDir, { 'site.yaml': { discount_text: 'Half price', button_text: 'Go' } });
  await vi.waitFor(
    async () =>
      expect(await post(`${first.url}/header`)).toMatchObject({ data: { discount_text: 'Half price' } }),
    5_000,
  );
  await first.stop();
  await expect(fetch(`${first.url}/healthz`)).rejects.toThrow('fetch failed');

  // The schema exists. Two starts at the same time do not conflict.
  const both = await Promise.all([startUpstream(settings), startUpstream(settings)]);
  for (const { url } of both) expect((await fetch(`${url}/healthz`)).status).toBe(200);
  for (const { stop } of both) await stop();
});

it('reads batches that another process changed once the database is available again', async () => {
  const proxy = await startTcpProxy(Number(new URL(databaseUrl).port));
  onTestFinished(() => proxy.stop());
  const behindProxy = new URL(databaseUrl);
  behindProxy.port = String(proxy.port);
  const settings = await settingsFor();
  const editing = await startUpstream(settings);
  const reading = await startUpstream({ ...settings, databaseUrl: behindProxy.href });
  async function firstOffered(): Promise<unknown> {
    const answer = await post(`${reading.url}/course_details`, { seo_slug: 'course-one' });
    return courseDetails.data.parse(envelope.parse(answer).data).upcoming_batches[0]?.id;
  }
  const id = await firstOffered();
  proxy.cut();
  const change = { id, version: 1, on_sale: false };
  expect(await post(`${editing.url}/batch_change`, { changes: [change] })).toMatchObject({ status: 1 });
  expect(await firstOffered()).toBe(id);
  proxy.heal();
  await vi.waitFor(async () => expect(await firstOffered()).not.toBe(id), 10_000);
  await Promise.all([editing.stop(), reading.stop()]);
});

it('starts with the last valid version of an invalid file, and reports it', async () => {
  const settings = await settingsFor();
  await (await startUpstream(settings)).stop();
  await writeFiles(settings.contentDir, { 'courses/course-one.yaml': testCourse(101, { fee: '15,000' }) });

  const { url, stop } = await startUpstream(settings);
  onTestFinished(stop);
  expect(await post(`${url}/course_details`, { seo_slug: 'course-one' })).toMatchObject({
    status: 1,
    data: { fee: 24_999 },
  });
  const health = await fetch(`${url}/healthz`);
  expect(health.status).toBe(200);
  expect(await health.json()).toMatchObject({
    data: {
      courses: 3,
      content_faults: 2,
      first_content_faults: [{ file: 'courses/course-one.yaml' }, {}],
    },
  });
  expect(await post(`${url}${contentFaultsPath}`)).toMatchObject({
    status: 1,
    data: {
      faults: [
        {
          file: 'courses/course-one.yaml',
          field: 'fee',
          message: 'must be a number such as 12000, without ₹ or commas',
          effect: 'former_version',
        },
        {},
      ],
    },
  });
});

it('has no control endpoints unless they are enabled', async () => {
  const { url, stop } = await startUpstream(await settingsFor());
  for (const path of ['faults', 'submissions', 'bookings'])
    expect((await fetch(`${url}/_upstream/${path}`)).status).toBe(404);
  expect((await fetch(`${url}/_upstream/faults`, { method: 'POST', body: '{"kind":"reset"}' })).status).toBe(
    404,
  );
  await stop();
});

it('stops although a request has no response yet', async () => {
  const { url, stop } = await startUpstream(await settingsFor({ faults: true }));
  await post(`${url}/_upstream/faults`, { kind: 'timeout', times: 1 });
  const unanswered = expect(post(`${url}/header`)).rejects.toThrow('fetch failed');
  await vi.waitFor(async () => {
    const faults = await fetch(`${url}/_upstream/faults`);
    expect(await faults.json()).toMatchObject({ data: [] });
  });
  await stop();
  await unanswered;
});

it('waits for an unavailable database, logs this once, and starts when it is available', async () => {
  const proxy = await startTcpProxy(Number(new URL(databaseUrl).port));
  onTestFinished(() => proxy.stop());
  proxy.cut();
  const behindProxy = new URL(databaseUrl);
  behindProxy.port = String(proxy.port);
  const { contentDir } = await settingsFor();
  const env = { UPSTREAM_DATABASE_URL: behindProxy.href, CONTENT_DIR: contentDir, UPSTREAM_PORT: '0' };
  const child = spawn(process.execPath, [resolve(import.meta.dirname, 'main.ts')], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let faults = '';
  child.stderr.on('data', (text: Buffer) => {
    faults += text.toString();
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes('the database is not available')) proxy.heal();
    if (line.startsWith('upstream ')) break;
    lines.push(line);
  }
  const told = lines.filter((line) => line.includes('the database is not available'));
  expect(told.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ reason: expect.any(String) }),
  ]);
  expect(lines.join('\n')).not.toContain('    at ');
  expect(faults).toBe('');
});

it('closes connections that are silent after a failover, and opens others', async () => {
  const proxy = await startTcpProxy(Number(new URL(databaseUrl).port));
  onTestFinished(() => proxy.stop());
  const behindProxy = new URL(databaseUrl);
  behindProxy.port = String(proxy.port);
  const database = openDatabase(behindProxy.href, () => undefined, 300);
  const pings = async () =>
    (await Promise.allSettled(Array.from({ length: 10 }, () => pingDatabase(database)))).map(
      ({ status }) => status,
    );
  // Repeated, because a busy machine may need longer than the time-out for a connection.
  const allAnswered = () =>
    vi.waitFor(async () => expect(await pings()).not.toContain('rejected'), { timeout: 20_000 });
  await allAnswered();
  proxy.freeze();
  expect(await pings()).not.toContain('fulfilled');
  await allAnswered();
  await database.destroy();
});

it('stops waiting for a database on request', async () => {
  const databaseUrl = 'postgresql://nobody:x@127.0.0.1:1/none';
  const settings = await settingsFor({ databaseUrl });
  await expect(startUpstream(settings, { signal: AbortSignal.timeout(300) })).rejects.toMatchObject({
    name: 'AbortError',
  });
});

it('reports a permanent error of the database', async () => {
  const wrong = new URL(databaseUrl);
  wrong.pathname = '/not_there';
  await expect(startUpstream(await settingsFor({ databaseUrl: wrong.href }))).rejects.toThrow(
    'does not exist',
  );
});

it('reports an unavailable database in its health check', async () => {
  const database = openDatabase('postgresql://nobody:x@127.0.0.1:1/none', () => undefined);
  const { contentDir } = await settingsFor();
  const content = await openContent(contentDir);
  const batches = createBatchCatalogue({ database, content: content.current, today: () => 0 });
  const app = buildUpstream({ content, batches, database, faults: false });
  const response = await app.inject('/healthz');
  expect(response.statusCode).toBe(503);
  await app.close();
  await database.destroy();
});
