import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { resumeTypeMessage } from '@meridian/contracts/leads/fields';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldsOf, multipart, multipartType, type Part, pdf } from '../malformed/form-uploads.ts';
import { bodyOf, createPersonas } from './personas.ts';
import { type Answer, post } from './post.ts';
import { type Product, startProduct } from './product.ts';
import { zipOf } from './zip.ts';

const mebibyte = 1024 * 1024;
const personas = createPersonas('upload');
let product: Product;
let url: string;

beforeAll(async () => {
  product = await startProduct();
  url = `${product.stack.baseUrl}/api/instructor`;
});
afterAll(() => product.stop());

async function storedRows(): Promise<number> {
  const { rows } = await product.ledger.query<{ rows: number }>(`
    select ((select count(*) from leads) + (select count(*) from lead_files)
      + (select count(*) from lead_file_chunks))::integer as rows`);
  return rows[0]?.rows ?? 0;
}

const fields = () => fieldsOf(bodyOf('instructor', personas.next()));

function upload(fileName: string, content: Buffer, others: Part[] = []): Promise<Answer> {
  const parts = [...fields(), { name: 'resume', fileName, content }, ...others];
  return post(url, multipart(parts), multipartType);
}

const document = ['[Content_Types].xml', '_rels/.rels', 'word/document.xml'];

test.each([
  [
    'a renamed executable',
    'cv.pdf',
    Buffer.from('MZ\u0090\u0000\u0003', 'latin1'),
    /content of the file does not match/,
  ],
  ['an executable', 'cv.exe', Buffer.from('MZ\u0090\u0000\u0003', 'latin1'), resumeTypeMessage],
  ['a macro document', 'cv.docx', zipOf([...document, 'word/vbaProject.bin']), /macros/],
  [
    'a macro document with the extension of macro documents',
    'cv.docm',
    zipOf([...document, 'word/vbaProject.bin']),
    resumeTypeMessage,
  ],
  ['an empty file', 'cv.pdf', Buffer.alloc(0), /file is empty/],
  ['a path in the file name', '../../etc/cv.pdf', pdf, /must not contain a path/],
  ['a Windows path in the file name', 'C:\\\\cv.pdf', pdf, /must not contain a path/],
])('%s is refused', async (_what, fileName, content, message) => {
  const before = await storedRows();
  const answer = await upload(fileName, content);
  expect(answer).toMatchObject({
    httpStatus: 400,
    body: { status: 0, message: expect.stringMatching(message) },
  });
  expect(answer.body).toMatchObject({ errors: { resume: [expect.stringMatching(message)] } });
  expect(await storedRows()).toBe(before);
});

test('an application with two files is refused', async () => {
  const before = await storedRows();
  const answer = await upload('cv.pdf', pdf, [{ name: 'resume', fileName: 'b.pdf', content: pdf }]);
  expect(answer).toMatchObject({ httpStatus: 400, body: { errors: { resume: [/one file only/] } } });
  expect(await storedRows()).toBe(before);
});

test('a malformed upload is refused, and an aborted one leaves no data', async () => {
  const before = await storedRows();
  const parts = [...fields(), { name: 'resume', fileName: 'cv.pdf', content: pdf }];
  const answer = await post(url, multipart(parts, ''), multipartType);
  expect(answer).toMatchObject({ httpStatus: 400, body: { message: /could not be read/ } });

  const bytes = multipart([{ name: 'resume', fileName: 'cv.pdf', content: Buffer.alloc(mebibyte, pdf) }]);
  await new Promise<void>((resolve) => {
    const headers = { 'content-type': multipartType, 'content-length': bytes.length };
    const sent = request(url, { method: 'POST', headers });
    sent.on('error', () => resolve());
    sent.write(bytes.subarray(0, mebibyte / 2), () => setTimeout(() => sent.destroy(), 200));
    sent.on('close', () => resolve());
  });
  await expect.poll(storedRows, { timeout: 10_000 }).toBe(before);
});

/** Resident set size of the BFF. */
function residentMebibytes(): number {
  const record: unknown = JSON.parse(readFileSync(join(product.stack.dataDir, 'processes/bff.json'), 'utf8'));
  const pid = record instanceof Object && 'pid' in record ? record.pid : 'self';
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}

/** Sends an application with a generated file of this size as a stream. */
function stream(fileMebibytes: number, tellsLength: boolean): Promise<Answer> {
  const head = multipart([...fields()], '');
  const start = multipart([{ name: 'resume', fileName: 'cv.pdf', content: pdf }], '').subarray(0, -2);
  const end = Buffer.from('\r\n--form-boundary--\r\n');
  const piece = Buffer.alloc(64 * 1024, 'x');
  function* pieces(): Generator<Buffer> {
    yield head;
    yield start;
    for (let sent = 0; sent < fileMebibytes * mebibyte; sent += piece.length) yield piece;
    yield end;
  }
  const length = head.length + start.length + fileMebibytes * mebibyte + end.length;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        headers: { 'content-type': multipartType, ...(tellsLength && { 'content-length': length }) },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            httpStatus: response.statusCode ?? 0,
            body: JSON.parse(Buffer.concat(chunks).toString()),
          }),
        );
      },
    );
    sent.on('error', reject);
    Readable.from(pieces()).pipe(sent);
  });
}

const maxGrowthMebibytes = 64;

test('an upload of 100 MB is refused, with or without Content-Length, and memory hardly grows', async () => {
  // The first uploads allocate memory that later ones reuse.
  for (const _time of [1, 2]) expect(await stream(15, false)).toMatchObject({ httpStatus: 200 });
  const before = await storedRows();
  const baseline = residentMebibytes();
  let peak = baseline;
  let running = true;
  const sampling = (async () => {
    while (running) {
      peak = Math.max(peak, residentMebibytes());
      await sleep(20);
    }
  })();
  for (const tellsLength of [true, false, true, false])
    expect(await stream(100, tellsLength)).toMatchObject({
      httpStatus: 413,
      body: { status: 0, message: /larger than 20 MB/ },
    });
  running = false;
  await sampling;
  process.stdout.write(`memory: ${baseline.toFixed(0)} MB before, at most ${peak.toFixed(0)} MB\n`);
  expect(peak - baseline).toBeLessThan(maxGrowthMebibytes);
  expect(await storedRows()).toBe(before);
});
