import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { isRemoteError, type RemoteError } from '../../platform/remote/remote-error.ts';
import { maxAnswerBytes } from './answer.ts';
import { createBatchEditor } from './batch-editor.ts';
import { readContentFaults } from './content-faults.ts';
import { type CallObservation, createUpstreamClient } from './upstream-client.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

let answer: Answer;
let seen: { url?: string; headers: IncomingMessage['headers']; body: string }[] = [];
const server = createServer(async (request, response) => {
  seen.push({ url: request.url, headers: request.headers, body: await text(request) });
  await answer(request, response);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const observed: CallObservation[] = [];
const client = createUpstreamClient({
  baseUrl,
  timeoutMs: 10_000,
  onCall: (observation) => observed.push(observation),
});

const json =
  (status: number, body: unknown): Answer =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

beforeEach(() => {
  seen = [];
  observed.length = 0;
  answer = json(200, { status: 1, message: 'OK', data: [] });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function failure(call: Promise<unknown>): Promise<RemoteError> {
  const error = await call.catch((thrown: unknown) => thrown);
  if (isRemoteError(error, 'upstream')) return error;
  throw new Error('The call did not fail as expected', { cause: error });
}

describe('a call that not every upstream supports', () => {
  const editor = createBatchEditor(client);

  it.each([404, 405, 501])(
    'returns undefined for HTTP %d: the upstream does not know the call',
    async (status) => {
      answer = (_request, response) => response.writeHead(status).end('<h1>Not found</h1>');
      expect(await readContentFaults(client)).toBeUndefined();
      expect(await editor.list({ ids: [1] })).toBeUndefined();
      expect(await editor.save('batch_change', { changes: [] }, 'key-1')).toBeUndefined();
      expect(observed).toMatchObject([
        { call: 'content_faults', result: 'answered' },
        { call: 'batch_list', result: 'answered' },
        { call: 'batch_change', result: 'answered' },
      ]);
    },
  );

  it('sends an edit with its idempotency key, and rejects like a submission if the call fails', async () => {
    answer = json(500, {});
    expect((await failure(editor.save('batch_change', { changes: [] }, 'key-1'))).httpStatus).toBe(500);
    expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['key-1']);
  });

  it('returns undefined if the upstream refuses the call', async () => {
    answer = json(200, { status: 0, message: 'There is no such call.' });
    expect(await readContentFaults(client)).toBeUndefined();
  });

  it('returns the faults of the content, and rejects like a read if the call fails', async () => {
    const fault = {
      file: 'site.yaml',
      line: 1,
      field: 'discount_text',
      message: 'must not be empty',
      effect: 'former_version',
      since: '2026-11-28T04:00:00.000Z',
    };
    answer = json(200, { status: 1, message: 'OK', data: { faults: [fault] } });
    expect(await readContentFaults(client)).toEqual([fault]);
    answer = json(200, { status: 1, message: 'OK', data: { faults: [{}] } });
    expect((await failure(readContentFaults(client))).code).toBe('malformed');
    answer = json(500, {});
    expect((await failure(readContentFaults(client))).httpStatus).toBe(500);
  });
});

describe('answers', () => {
  it('posts the request as JSON to the path of the call', async () => {
    expect(await client.read('Resources', { resources_category_id: 2, search_val: 'kanban' })).toEqual({
      status: 1,
      message: 'OK',
      data: [],
    });
    expect(seen).toMatchObject([
      { url: '/Resources', body: '{"resources_category_id":2,"search_val":"kanban"}' },
    ]);
    expect(observed).toMatchObject([{ call: 'Resources', result: 'answered' }]);
  });

  it('reads compressed answers, and refuses invalid ones and ones that exceed the size limit', async () => {
    const body = { status: 1, message: '', data: { discount_text: 'x'.repeat(5_000), button_text: '' } };
    answer = (request, response) => {
      expect(request.headers['accept-encoding']).toBe('gzip');
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(JSON.stringify(body)));
    };
    expect(await client.read('header', {})).toEqual(body);
    answer = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(maxAnswerBytes + 1)));
    expect(await failure(client.read('header', {}))).toMatchObject({ code: 'malformed' });
    answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('plain');
    expect(await failure(client.read('header', {}))).toMatchObject({ code: 'malformed' });
  });

  it('posts a submission as JSON, with its idempotency key', async () => {
    await client.submit('contact_us', { first_name: 'Asha ✓' }, { idempotencyKey: 'lead-1' });
    const headers = { 'idempotency-key': 'lead-1', 'content-type': 'application/json' };
    expect(seen).toMatchObject([{ url: '/contact_us', headers, body: '{"first_name":"Asha ✓"}' }]);
  });

  it('keeps the path of the base URL', async () => {
    const below = createUpstreamClient({ baseUrl: `${baseUrl}/v2`, timeoutMs: 10_000 });
    await below.read('header', {});
    await below.submit('contact_us', {}, { idempotencyKey: 'x' });
    expect(seen.map(({ url }) => url)).toEqual(['/v2/header', '/v2/contact_us']);
  });

  it('returns a refusal as a value, also with an error status of HTTP', async () => {
    answer = json(200, { status: '0', message: null });
    expect(await client.read('header', {})).toEqual({ status: 0, message: '' });
    answer = json(404, { status: 404, message: 'No such course' });
    expect(await client.read('course_details', { seo_slug: 'gone' })).toMatchObject({ status: 404 });
    answer = json(422, { status: 0, message: 'Not a number' });
    expect(await client.submit('booking', {}, { idempotencyKey: 'b' })).toMatchObject({ status: 0 });
  });
});

describe('errors', () => {
  const submit = (timeoutMs = 10_000) => client.submit('contact_us', {}, { idempotencyKey: 'x', timeoutMs });

  it.each([
    ['a server error', json(500, { status: 1, message: '' }), 'server_error', true, 'unknown'],
    ['a page instead of JSON', json(502, '<html>'), 'server_error', true, 'unknown'],
    ['a wrong address', json(404, { status: 0, message: '' }), 'refused', false, 'not_done'],
    ['a missing permission', json(401, { status: 401, message: '' }), 'unauthorized', false, 'not_done'],
    ['too many requests', json(429, { status: 0, message: '' }), 'throttled', true, 'not_done'],
    ['a success with a client error', json(422, { status: 1 }), 'refused', false, 'not_done'],
    ['no envelope', json(200, ['a']), 'malformed', true, 'unknown'],
  ] as const)('%s', async (_name, given, code, retry, outcome) => {
    answer = given;
    const error = await failure(submit());
    expect(error).toMatchObject({ code, retry, outcome });
    expect(observed).toMatchObject([{ result: code === 'malformed' ? code : 'http_error' }]);
  });

  it('does not follow a redirect', async () => {
    answer = (_request, response) => response.writeHead(307, { location: '/elsewhere' }).end();
    expect(await failure(submit())).toMatchObject({ code: 'server_error', httpStatus: 307 });
    expect(seen).toHaveLength(1);
  });

  it('times out, also while the body is being received', async () => {
    answer = () => undefined;
    expect(await failure(submit(200))).toMatchObject({ code: 'timeout', outcome: 'unknown', retry: true });
    answer = (_request, response) => response.writeHead(200).write('{"status":1,');
    expect(await failure(submit(200))).toMatchObject({ code: 'timeout', outcome: 'unknown' });
  });

  it('distinguishes a lost answer from a request that was never sent', async () => {
    answer = (request) => request.socket.destroy();
    expect(await failure(submit())).toMatchObject({ code: 'unreachable', outcome: 'unknown' });
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const nowhere = createUpstreamClient({ baseUrl: `http://127.0.0.1:${port}`, timeoutMs: 10_000 });
    const notDone = { code: 'unreachable', outcome: 'not_done', retry: true };
    expect(await failure(nowhere.read('header', {}))).toMatchObject(notDone);
    expect(await failure(nowhere.submit('contact_us', {}, { idempotencyKey: 'x' }))).toMatchObject(notDone);
  });

  it.each([
    ['a read', () => client.read('header', {})],
    ['a submission', () => submit()],
  ])('refuses an answer to %s that exceeds the size limit', async (_name, ask) => {
    const piece = Buffer.alloc(1024 * 1024, ' ');
    answer = async (_request, response) => {
      response.writeHead(200);
      for (let length = 0; length <= maxAnswerBytes && !response.destroyed; length += piece.length)
        await new Promise((resolve) => response.write(piece, resolve));
      response.end();
    };
    expect(await failure(ask())).toMatchObject({ code: 'malformed' });
  });
});

describe('files', () => {
  it('sends fields and file as multipart with its exact length', async () => {
    const bytes = Buffer.from('%PDF-1.7 content');
    const file = {
      field: 'resume',
      name: 'my "cv".pdf',
      type: 'application/pdf',
      size: bytes.length,
      async *bytes() {
        yield bytes.subarray(0, 4);
        yield bytes.subarray(4);
      },
    };
    await client.submitFile('instructor', { full_name: 'Asha Nair ✓' }, file, { idempotencyKey: 'lead-2' });
    const [request] = seen;
    expect(request?.headers['transfer-encoding']).toBeUndefined();
    expect(Number(request?.headers['content-length'])).toBe(Buffer.byteLength(request?.body ?? ''));
    const form = await new Response(request?.body, {
      headers: { 'content-type': request?.headers['content-type'] ?? '' },
    }).formData();
    expect(form.get('full_name')).toBe('Asha Nair ✓');
    const resume = form.get('resume');
    if (!(resume instanceof File)) throw new Error('no file arrived');
    expect([resume.name, resume.type, await resume.text()]).toEqual([
      'my "cv".pdf',
      'application/pdf',
      '%PDF-1.7 content',
    ]);
  });

  it('fails when the file cannot be read', async () => {
    const file = {
      field: 'resume',
      name: 'cv.pdf',
      type: 'application/pdf',
      size: 10,
      // biome-ignore lint/correctness/useYield: it fails before its first piece
      async *bytes(): AsyncGenerator<Uint8Array> {
        throw new Error('disk');
      },
    };
    const error = await failure(client.submitFile('instructor', {}, file, { idempotencyKey: 'x' }));
    expect(error.code).toBe('unreachable');
  });
});
