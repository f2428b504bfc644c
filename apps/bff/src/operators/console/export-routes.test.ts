import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { useConsole } from '../../../testing/console/console-stack.ts';
import type { ExportManifest } from '../export/write-export.ts';

const { app, call, operator, database } = await useConsole();
const { cookie } = await operator('admin');
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;

const waiting = { timeout: 20_000 };

const startDownload = () =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { host: 'localhost:3001', origin: 'http://localhost:3001', cookie };
    const sent = request({ port, method: 'POST', path: '/console/api/export', headers }, resolve);
    sent.on('error', reject).end();
  });

async function readArchive(content: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const zip = await fromBufferPromise(content);
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}

/** Inserts more data than a connection buffers, so that a download without a reader does not complete. */
async function insertLargeUploads(): Promise<void> {
  for (let file = 0; file < 15; file += 1) {
    const id = randomUUID();
    await sql`insert into lead_files (id, name, type) values (${id}, 'cv.pdf', 'application/pdf')`.execute(
      database,
    );
    await sql`insert into lead_file_chunks values (${id}, 0, ${randomBytes(1024 * 1024)})`.execute(database);
  }
}

afterEach(() => database.deleteFrom('lead_files').execute());

const exporting = async () => {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and state <> 'idle'
      and query like '%export_rows%' and pid <> pg_backend_pid()`.execute(database);
  return rows.map(({ pid }) => pid);
};

it('sends an admin all data as an archive, and records the export', async () => {
  const response = await startDownload();
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(/^attachment; filename="export-\d{4}-\d\d-\d\d\.zip"$/),
    'cache-control': 'no-store',
  });
  const files = await readArchive(await buffer(response));
  const manifest = JSON.parse(String(files.get('manifest.json'))) as ExportManifest;
  expect([...files.keys()]).toEqual([...manifest.files.map(({ path }) => path), 'manifest.json']);
  for (const { path, sha256 } of manifest.files)
    expect(
      createHash('sha256')
        .update(files.get(path) ?? '')
        .digest('hex'),
    ).toBe(sha256);
  expect(String(files.get('operators/operators.csv'))).toContain('admin@example.com');
  expect(String(files.get('operators/audit-log.csv'))).toContain('data.export');
  const { json } = await call('GET', '/audit', { cookie });
  expect(json.data.rows).toContainEqual(
    expect.objectContaining({ action: 'data.export', operator_email: 'admin@example.com' }),
  );
});

it('refuses other roles', async () => {
  const finance = await operator('finance');
  expect(await call('POST', '/export', { cookie: finance.cookie })).toMatchObject({ status: 403 });
});

it('refuses a second export meanwhile; if an export breaks off, its download fails and is not a valid archive', async () => {
  await insertLargeUploads();
  const response = await startDownload();
  expect(await call('POST', '/export', { cookie })).toMatchObject({
    status: 409,
    json: { message: 'An export is being downloaded. Wait until it ends.' },
  });
  const [pid] = await vi.waitUntil(async () => {
    const pids = await exporting();
    return pids.length > 0 && pids;
  }, waiting);
  await sql`select pg_terminate_backend(${pid})`.execute(database);
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  await expect(new Promise((_resolve, reject) => response.on('error', reject))).rejects.toThrow('aborted');
  await expect(fromBufferPromise(Buffer.concat(chunks))).rejects.toThrow(/end of central directory/i);
});

it('stops when the download is cancelled', async () => {
  await insertLargeUploads();
  const response = await startDownload();
  await vi.waitFor(async () => expect(await exporting()).toHaveLength(1), waiting);
  response.on('error', () => undefined).destroy();
  await vi.waitFor(async () => expect(await exporting()).toEqual([]), waiting);
  await database.deleteFrom('lead_files').execute();
  const status = async () => {
    const next = await startDownload();
    await buffer(next);
    return next.statusCode;
  };
  await vi.waitFor(async () => expect(await status()).toBe(200), waiting);
});
