/** Virus scanning, with a fake clamd. */
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { useLeadStack } from '../../../testing/leads/lead-stack.ts';
import { instructorFields } from '../../../testing/leads/samples.ts';
import { useFolder } from '../../../testing/web-fixture.ts';
import { createVirusScanner, type VirusScanner } from './virus-scan.ts';

const command = 'zINSTREAM\0';
const virus = 'X5O!P%@AP-a-virus-to-test-with';
let received = 0;

/** The data of a complete INSTREAM command, or undefined. */
function streamOf(bytes: Buffer): Buffer | undefined {
  if (bytes.length < command.length || bytes.toString('latin1', 0, command.length) !== command)
    return undefined;
  const pieces: Buffer[] = [];
  let at = command.length;
  while (at + 4 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}

type Answer = (socket: Socket, data: Buffer) => void;
const classify: Answer = (socket, data) =>
  socket.end(data.includes(virus) ? 'stream: Test.Virus FOUND\0' : 'stream: OK\0');
let answer: Answer = classify;

const clamd = createServer((socket) => {
  let bytes = Buffer.alloc(0);
  socket.on('error', () => undefined);
  socket.on('data', (piece: Buffer) => {
    bytes = Buffer.concat([bytes, piece]);
    const data = streamOf(bytes);
    if (!data) return;
    received = data.length;
    answer(socket, data);
  });
});
async function listen(server: Server, where: object | string): Promise<void> {
  await new Promise<void>((resolve) => server.listen(where, resolve));
}
const socketPath = join(await useFolder(), 'clamd.sock');
await listen(clamd, socketPath);
afterAll(() => clamd.close());

const errors: unknown[] = [];
const settings = { timeoutMs: 2_000, onError: (error: unknown) => void errors.push(error) };
let scan: VirusScanner = createVirusScanner(`unix:${socketPath}`, settings);
const stack = await useLeadStack({ scan: (bytes) => scan(bytes) });

beforeEach(async () => {
  await stack.reset();
  errors.length = 0;
  answer = classify;
  scan = createVirusScanner(`unix:${socketPath}`, settings);
});

function send(more = '') {
  const call = stack.http.post('/api/instructor');
  for (const [name, value] of Object.entries(instructorFields)) call.field(name, value);
  const file = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(600_000, 'x'), Buffer.from(more)]);
  return call.attach('resume', file, { filename: 'cv.pdf' });
}
const events = async () =>
  (await stack.database.selectFrom('lead_events').select('kind').execute()).map(({ kind }) => kind);

describe('the scanner for viruses', () => {
  it('gets the whole file, and a clean file is accepted', async () => {
    await send().expect(200);
    expect(received).toBe(600_009);
    expect(await events()).not.toContain('file_unscanned');
  });

  it('makes the form refuse an infected file at its field, and nothing is stored', async () => {
    const { body } = await send(virus).expect(400);
    expect(body.errors.resume).toEqual(['The file seems to contain a virus. Please upload another one.']);
    expect(await stack.ledger()).toEqual([]);
    expect(await stack.database.selectFrom('lead_files').selectAll().execute()).toEqual([]);
  });

  const unusable: [string, { scan?: VirusScanner; answer?: Answer }][] = [
    ['is not running', { scan: createVirusScanner('tcp://127.0.0.1:1', settings) }],
    ['closes the connection', { answer: (socket) => socket.destroy() }],
    ['exceeds its size limit', { answer: (socket) => socket.end('INSTREAM size limit exceeded. ERROR\0') }],
    ['sends an unusable answer', { answer: (socket) => socket.end('x'.repeat(100_000)) }],
    [
      'does not answer',
      {
        answer: () => undefined,
        scan: createVirusScanner(`unix:${socketPath}`, { ...settings, timeoutMs: 100 }),
      },
    ],
  ];
  it.each(unusable)(
    'loses no lead if it %s: the file is accepted and marked as unscanned',
    async (_name, broken) => {
      answer = broken.answer ?? classify;
      scan = broken.scan ?? scan;
      await send(virus).expect(200);
      expect((await stack.ledger()).length).toBe(1);
      expect(await events()).toContain('file_unscanned');
      expect(errors).toHaveLength(1);
    },
  );
});
