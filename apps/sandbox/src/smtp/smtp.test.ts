import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../testing.ts';

async function startWithMail(mailsFile?: string) {
  const sandbox = await startSandbox({ smtpPort: 0, mailsFile });
  const counts = async () => (await sandbox.http.get('/_sandbox/mails/counts').expect(200)).body.data;
  const { port } = await counts();
  const mailer = createTransport({ host: '127.0.0.1', port, pool: true, maxConnections: 1, maxRequeues: 0 });
  onTestFinished(() => mailer.close({ force: true }));
  const send = (to = 'asha@example.com') =>
    mailer.sendMail({
      from: 'Academy <mail@academy.example>',
      to,
      subject: 'Grüße: ₹ 100',
      messageId: '<1@academy>',
      text: 'Hello',
      html: '<p>Hello <b>Asha</b></p>',
      attachments: [
        { filename: 'invoice.pdf', content: Buffer.from('%PDF'), contentType: 'application/pdf' },
      ],
    });
  const fault = (body: object) => sandbox.http.post('/_sandbox/faults').send({ service: 'smtp', ...body });
  return { ...sandbox, counts, mailer, send, fault };
}

test('stores emails with their parts, headers and attachments', async () => {
  const { http, send } = await startWithMail();
  await send();
  await send('ravi@example.com');
  const { body } = await http.get('/_sandbox/mails?to=Asha@example.com').expect(200);
  expect(body.data).toEqual([
    {
      id: '1',
      from: 'mail@academy.example',
      to: ['asha@example.com'],
      subject: 'Grüße: ₹ 100',
      text: 'Hello',
      html: '<p>Hello <b>Asha</b></p>',
      received_at: expect.any(String),
      headers: expect.objectContaining({
        'message-id': '<1@academy>',
        from: 'Academy <mail@academy.example>',
      }),
      attachments: [{ filename: 'invoice.pdf', content_type: 'application/pdf', size: 4 }],
    },
  ]);
  const file = await http.get('/_sandbox/mails/1/attachments/0').expect(200);
  expect(file.body.toString()).toBe('%PDF');
  await http.get('/_sandbox/mails/1/attachments/1').expect(404);
  expect((await http.get('/').expect(200)).text).toContain('Grüße: ₹ 100');
  expect((await http.get('/mails/1').expect(200)).text).toContain('&lt;b&gt;Asha&lt;/b&gt;');
  await http.post('/_sandbox/reset').expect(200);
  expect((await http.get('/_sandbox/mails').expect(200)).body.data).toEqual([]);
});

test.each([
  ['defer', 451, 'MAIL FROM'],
  ['greylist', 450, 'RCPT TO'],
  ['refuse', 550, 'RCPT TO'],
])('%s answers %i at %s, once', async (kind, responseCode, command) => {
  const { send, fault, counts } = await startWithMail();
  await fault({ kind, times: 1 }).expect(200);
  await expect(send()).rejects.toMatchObject({ responseCode, command });
  await send();
  expect(await counts()).toMatchObject({ received: 1, lost_answers: 0 });
});

test('greylist without a number of times refuses the first attempt for each recipient', async () => {
  const { send, fault } = await startWithMail();
  await fault({ kind: 'greylist' }).expect(200);
  for (const to of ['a@example.com', 'b@example.com']) {
    await expect(send(to)).rejects.toMatchObject({ responseCode: 450 });
    await send(to);
  }
});

test('lost_answer accepts the email and drops the connection; slow accepts it and answers late', async () => {
  const { send, fault, counts } = await startWithMail();
  await fault({ kind: 'lost_answer', times: 1 }).expect(200);
  await expect(send()).rejects.toMatchObject({ code: 'ECONNECTION' });
  await send();
  expect(await counts()).toMatchObject({ received: 2, lost_answers: 1, copies: { '<1@academy>': 2 } });
  await fault({ kind: 'slow', times: 1, delay_ms: 60 }).expect(200);
  const startedMs = performance.now();
  await send();
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(59);
});

test('counts an answer as lost if the connection ends immediately after it', async () => {
  const { send, mailer, counts } = await startWithMail();
  await send();
  mailer.close({ force: true });
  await expect.poll(async () => (await counts()).lost_answers).toBe(1);
});

test('refuses kinds of faults that a mail server does not have', async () => {
  const { fault, http } = await startWithMail();
  await fault({ kind: 'html_502' }).expect(400);
  await http.post('/_sandbox/faults').send({ service: 'zoho', kind: 'greylist' }).expect(400);
});

test('a file keeps emails after the process has ended', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mails-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'mails');
  const first = await startWithMail(file);
  await first.send();
  await first.fault({ kind: 'lost_answer', times: 1 });
  await expect(first.send()).rejects.toThrow();
  const second = await startWithMail(file);
  expect(await second.counts()).toMatchObject({ received: 2, lost_answers: 1 });
  await second.send();
  expect((await second.http.get('/_sandbox/mails').expect(200)).body.data).toHaveLength(3);
});
