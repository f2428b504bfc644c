import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { resumeMissingMessage, resumeTypeMessage } from '@meridian/contracts/leads/fields';
import { beforeEach, describe, expect, test } from 'vitest';
import { noResumes, resumes } from '../../../testing/leads/documents.ts';
import { useLeadStack } from '../../../testing/leads/lead-stack.ts';
import { instructorFields, pdf } from '../../../testing/leads/samples.ts';
import { docxNames, zipOf } from '../../../testing/leads/zip.ts';

const stack = await useLeadStack();
const { http } = stack;

beforeEach(stack.reset);

function send(fields: Record<string, string> = instructorFields) {
  const call = http.post('/api/instructor');
  for (const [name, value] of Object.entries(fields)) call.field(name, value);
  return call;
}

async function storedFiles(): Promise<number> {
  const files = await stack.database.selectFrom('lead_files').select('id').execute();
  const chunks = await stack.database.selectFrom('lead_file_chunks').select('number').execute();
  return files.length + chunks.length;
}

/** Expects that a refused application has left no rows. */
async function expectNothingKept(): Promise<void> {
  expect(await stack.ledger()).toEqual([]);
  expect(await storedFiles()).toBe(0);
  expect(await stack.submissions()).toEqual([]);
}

test.each([
  ['a PDF', pdf, 'cv.pdf'],
  ['a PDF of many chunks', Buffer.concat([pdf, randomBytes(1_300_000)]), 'Long CV.PDF'],
  ['a DOC', Buffer.from('d0cf11e0a1b11ae1aaaa', 'hex'), 'cv.doc'],
  ['a DOCX', zipOf(docxNames), 'cv.docx'],
])('%s is forwarded complete, and then deleted here', async (_name, file, filename) => {
  const answer = await send().attach('resume', file, { filename }).expect(200);
  expect(answer.body).toMatchObject({ status: 1, message: expect.stringContaining('application') });
  const [submission] = await stack.submissions('instructor');
  expect(submission?.body).toMatchObject({
    full_name: 'Asha Rao  Nair',
    resume: { file_name: filename, size_bytes: file.length },
  });
  expect(await storedFiles()).toBe(0);
  await stack.work();
  expect(await stack.crmLeads()).toMatchObject([{ First_Name: 'Asha', Last_Name: 'Rao Nair' }]);
});

const extensions = ['.pdf', '.doc', '.DOCX'];

test.each(resumes)('$what is accepted with each of the three extensions', async ({ content, mediaType }) => {
  for (const [number, extension] of extensions.entries()) {
    const fields = { ...instructorFields, email: `p${number}@example.com` };
    const filename = `Asha Rao${extension}`;
    await send(fields).attach('resume', content, { filename, contentType: 'text/html' }).expect(200);
  }
  const submissions = await stack.submissions('instructor');
  expect(submissions.map(({ body }) => body.resume)).toEqual(
    extensions.map((extension) =>
      expect.objectContaining({
        file_name: `Asha Rao${extension}`,
        media_type: mediaType,
        size_bytes: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      }),
    ),
  );
});

test('a long HTML file of a job portal is forwarded complete', async () => {
  const content = Buffer.from(`<html><body>${randomBytes(500_000).toString('base64')}`);
  await send().attach('resume', content, { filename: 'cv.doc' }).expect(200);
  const [submission] = await stack.submissions('instructor');
  expect(submission?.body.resume).toMatchObject({
    media_type: 'application/msword',
    sha256: createHash('sha256').update(content).digest('hex'),
  });
});

describe('unknown parts of an upload', () => {
  test('unknown files and fields are ignored and counted, in any position', async () => {
    await http
      .post('/api/instructor')
      .attach('portrait', randomBytes(300_000), { filename: 'me.png' })
      .field('new_field', 'x'.repeat(70_000))
      .field('full_name', instructorFields.full_name)
      .field('email', instructorFields.email)
      .attach('resume', pdf, { filename: 'cv.pdf' })
      .attach('letter', Buffer.alloc(0), { filename: '' })
      .field('phone_number', instructorFields.phone_number)
      .field('full_name[a]', '1')
      .expect(200);
    expect(await stack.ledger()).toMatchObject([{ forward_state: 'saved' }]);
    expect(new Set(stack.unknownFields)).toEqual(new Set(['/api/instructor']));
    expect(stack.unknownFields.length).toBeGreaterThanOrEqual(3);
  });

  test('a typed field may be repeated with the same value; the first value of a machine-filled field counts', async () => {
    await send({ ...instructorFields, website: '', submission_id: '', filled_in_ms: '9000' })
      .field('email', instructorFields.email)
      .field('website', 'https://spam.example')
      .field('attribution', '{"page_url":')
      .field('attribution', '{}')
      .attach('resume', pdf, { filename: 'cv.pdf' })
      .expect(200);
    expect(await stack.ledger()).toMatchObject([{ forward_state: 'saved' }]);
  });

  test('machine-filled fields may have any value', async () => {
    const odd = {
      submission_id: 'x'.repeat(5_000),
      attribution: '\ufffd['.repeat(30_000),
      filled_in_ms: 'NaN',
    };
    await send({ ...instructorFields, ...odd })
      .attach('resume', pdf, { filename: '\u202acv.pdf\u202c' })
      .expect(200);
    expect(await stack.ledger()).toMatchObject([{ forward_state: 'saved', attribution: null }]);
  });
});

test('the file is kept while the upstream is down, and a repeated submission creates no second lead', async () => {
  await stack.upstreamFault({ kind: 'http_500', times: 1 });
  const submission_id = randomUUID();
  const fields = { ...instructorFields, submission_id, agreement: 'true', filled_in_ms: '20000' };
  const first = await send(fields).attach('resume', pdf, { filename: 'cv.pdf' }).expect(200);
  expect(first.body.status).toBe(1);
  expect(await storedFiles()).toBe(2);
  const again = await send(fields).attach('resume', pdf, { filename: 'cv.pdf' }).expect(200);
  expect(again.body).toEqual(first.body);
  expect(await storedFiles()).toBe(2);
  await send(fields)
    .attach('resume', Buffer.concat([pdf, pdf]), { filename: 'cv.pdf' })
    .expect(409);
  await stack.makeDue();
  await stack.work();
  expect(await stack.submissions()).toHaveLength(1);
  expect(await stack.crmLeads()).toHaveLength(1);
  expect(await storedFiles()).toBe(0);
});

describe('an upload is refused and leaves no rows:', () => {
  test.each([
    ['a renamed executable', Buffer.from('MZ\u0090\u0000\u0003'), 'cv.pdf', /content of the file/],
    ['a macro document', zipOf([...docxNames, 'word/vbaProject.bin']), 'cv.docx', /macros/],
    ['a ZIP with the name of a DOCX', zipOf(['a.txt']), 'cv.docx', /cannot be read/],
    ['an executable', Buffer.from('MZ'), 'cv.exe', resumeTypeMessage],
    ['an empty file', Buffer.alloc(0), 'cv.pdf', /empty/],
    ['a path in the name', pdf, '../../etc/cv.pdf', /path/],
    ['a Windows path in the name', pdf, 'C:\\temp\\cv.pdf', /path/],
    ['no name', pdf, '', /./],
  ])('%s', async (_name, file, filename, message) => {
    // The test client strips paths from `filename`.
    const naming = filename.includes('/') ? { filepath: filename } : { filename };
    const answer = await send()
      .attach('resume', file, naming as { filename: string })
      .expect(400);
    expect(answer.body.status).toBe(0);
    const shown = answer.body.errors?.resume?.[0] ?? answer.body.message;
    expect(shown).toMatch(message);
    await expectNothingKept();
  });

  test('no file at all', async () => {
    const answer = await send().expect(400);
    expect(answer.body.errors).toEqual({ resume: [resumeMissingMessage] });
    await expectNothingKept();
  });

  test('two files', async () => {
    const answer = await send()
      .attach('resume', pdf, { filename: 'a.pdf' })
      .attach('resume', pdf, { filename: 'b.pdf' })
      .expect(400);
    expect(answer.body.errors).toEqual({ resume: ['Please upload one file only.'] });
    await expectNothingKept();
  });

  test('a file in another field', async () => {
    await send().attach('portrait', pdf, { filename: 'a.pdf' }).expect(400);
    await expectNothingKept();
  });

  test('invalid fields, with the specified messages, also if the file is the first part', async () => {
    const answer = await http
      .post('/api/instructor')
      .attach('resume', pdf, { filename: 'cv.pdf' })
      .field('full_name', 'Asha')
      .field('email', 'nobody')
      .expect(400);
    expect(answer.body.errors).toEqual({
      full_name: ['Enter both first and last name'],
      email: ['Email address is invalid'],
      phone_number: ['Phone Number is required'],
    });
    await expectNothingKept();
  });

  test.each(noResumes)('%s with each of the three extensions', async (_what, content) => {
    for (const extension of extensions) {
      const answer = await send()
        .attach('resume', content, { filename: `cv${extension}` })
        .expect(400);
      expect(answer.body.errors).toEqual({ resume: [expect.stringContaining(resumeTypeMessage)] });
    }
    await expectNothingKept();
  });

  test('a field that is repeated with a different value', async () => {
    await send().field('email', 'b@example.com').attach('resume', pdf, { filename: 'cv.pdf' }).expect(400);
    await expectNothingKept();
  });

  test('a file of 21 MB', async () => {
    const large = Buffer.alloc(21 * 1024 * 1024, 'x');
    large.write('%PDF-1.7');
    const answer = await send().attach('resume', large, { filename: 'cv.pdf' }).expect(413);
    expect(answer.body.errors.resume[0]).toMatch(/larger than 20 MB/);
    const form = new FormData();
    for (const [name, value] of Object.entries(instructorFields)) form.set(name, value);
    form.set('resume', new File([large], 'cv.pdf'));
    const chunked = await fetch(`${stack.baseUrl}/api/instructor`, { method: 'POST', body: form });
    expect(chunked.status).toBe(413);
    await expectNothingKept();
  });

  test('100 MB are refused without being buffered in memory', async () => {
    const before = process.memoryUsage().rss;
    const answer = await upload(100 * 1024 * 1024);
    expect(answer).toMatchObject({ statusCode: 413, body: expect.stringContaining('larger than 20 MB') });
    expect(process.memoryUsage().rss - before).toBeLessThan(120 * 1024 * 1024);
    await expectNothingKept();
  });

  test('JSON is refused with 415', async () => {
    await http.post('/api/instructor').send(instructorFields).expect(415);
  });

  test.each([
    ['without a boundary', 'multipart/form-data', 'x'],
    ['that ends in the middle', 'multipart/form-data; boundary=b', brokenBody()],
    ['that is empty', 'multipart/form-data; boundary=b', ''],
    ['that is garbage', 'multipart/form-data; boundary=b', randomBytes(500).toString('latin1')],
    ['with an object in place of a text', 'multipart/form-data; boundary=b', jsonBody('{"toString":1}')],
    ['with a prototype as a field', 'multipart/form-data; boundary=b', fieldBody('__proto__')],
  ])('a multipart body %s is refused with 400', async (_name, contentType, body) => {
    const answer = await http.post('/api/instructor').set('content-type', contentType).send(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ status: 0, message: expect.any(String) });
    await expectNothingKept();
  });

  test('an aborted upload leaves no rows', async () => {
    await new Promise<void>((resolve) => {
      const call = httpRequest(`${stack.baseUrl}/api/instructor`, {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      });
      call.on('error', () => resolve());
      call.write(brokenBody(), () => setTimeout(() => call.destroy(), 100));
      call.on('close', () => resolve());
    });
    await expect.poll(storedFiles).toBe(0);
    await expectNothingKept();
  });
});

function fieldBody(name: string): string {
  return `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\nx\r\n--b--\r\n`;
}

function jsonBody(json: string): string {
  return `--b\r\ncontent-disposition: form-data; name="full_name"\r\ncontent-type: application/json\r\n\r\n${json}\r\n--b--\r\n`;
}

function brokenBody(): string {
  return `--b\r\ncontent-disposition: form-data; name="resume"; filename="cv.pdf"\r\n\r\n%PDF-1.7 ${'x'.repeat(400_000)}`;
}

/** Sends a file in chunks, without `Content-Length`. */
function upload(bytes: number): Promise<{ statusCode: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const call = httpRequest(`${stack.baseUrl}/api/instructor`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
    call.on('error', reject);
    call.on('response', async (response) => {
      const pieces = await response.toArray();
      resolve({ statusCode: response.statusCode, body: Buffer.concat(pieces).toString() });
    });
    call.write(brokenBody().slice(0, 300));
    const piece = Buffer.alloc(256 * 1024, 'y');
    let sent = 0;
    const more = () => {
      while (sent < bytes) {
        sent += piece.length;
        if (!call.write(piece)) {
          call.once('drain', more);
          return;
        }
      }
      call.end('\r\n--b--\r\n');
    };
    more();
  });
}
