import { useTestDatabase } from '@meridian/stack/test-database';
import { expect, it, vi } from 'vitest';
import { buildUpstream } from './app.ts';
import { openContent } from './content/content-source.ts';
import { useTestContent, writeFiles } from './content/test-content.ts';
import { openDatabase } from './database/database.ts';
import type { Settings } from './env.ts';
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

it('starts, takes up changes, stops, and finds its records again', async () => {
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

  // The schema exists, and concurrent starts do not conflict.
  const both = await Promise.all([startUpstream(settings), startUpstream(settings)]);
  for (const { url } of both) expect((await fetch(`${url}/healthz`)).status).toBe(200);
  for (const { stop } of both) await stop();
});

it('has no control endpoints unless asked', async () => {
  const { url, stop } = await startUpstream(await settingsFor());
  for (const path of ['faults', 'submissions', 'bookings'])
    expect((await fetch(`${url}/_upstream/${path}`)).status).toBe(404);
  expect((await fetch(`${url}/_upstream/faults`, { method: 'POST', body: '{"kind":"reset"}' })).status).toBe(
    404,
  );
  await stop();
});

it('stops although a request goes unanswered', async () => {
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

it('reports a database that is out of reach', async () => {
  const unreachable = 'postgresql://nobody:x@127.0.0.1:1/none';
  await expect(startUpstream(await settingsFor({ databaseUrl: unreachable }))).rejects.toThrow(
    'ECONNREFUSED',
  );
});

it('tells in its health that the database is gone', async () => {
  const database = openDatabase('postgresql://nobody:x@127.0.0.1:1/none', () => undefined);
  const { contentDir } = await settingsFor();
  const app = buildUpstream({ content: await openContent(contentDir), database, faults: false });
  const response = await app.inject('/healthz');
  expect(response.statusCode).toBe(503);
  await app.close();
  await database.destroy();
});
