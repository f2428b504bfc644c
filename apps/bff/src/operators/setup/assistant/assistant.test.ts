import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { parseEnv } from 'node:util';
import { buildSandbox } from '@meridian/sandbox/app';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { startScriptedSmtp } from '../../../../testing/mail/scripted-smtp.ts';
import { startDnsServer } from '../../../../testing/operators/dns-server.ts';
import { runAssistant } from './assistant.ts';
import { writeSetting } from './settings-file.ts';
import { openTerminal } from './terminal.ts';

const sandbox = buildSandbox();
const sandboxUrl = await sandbox.listen({ host: '127.0.0.1', port: 0 });
const mailServer = await startScriptedSmtp(() => undefined);
const dns = await startDnsServer({
  'www.academy.example': { a: '192.0.2.7' },
  'academy.example': { txt: ['v=spf1 -all'] },
  's1._domainkey.academy.example': { txt: ['v=DKIM1; p=MIGf'] },
  '_dmarc.academy.example': { txt: ['v=DMARC1; p=reject'] },
});
const folder = await mkdtemp(join(tmpdir(), 'setup-'));
const file = join(folder, '.env');
afterAll(async () => {
  dns.close();
  await sandbox.close();
  await mailServer[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});
beforeEach(() => rm(file, { force: true }));

/** @param answers lines of piped input, which then ends */
async function dialogue(answers: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const input = new PassThrough();
  const output = new PassThrough();
  const said: string[] = [];
  output.on('data', (chunk) => said.push(String(chunk)));
  input.end(answers.map((answer) => `${answer}\n`).join(''));
  const terminal = openTerminal(input, output);
  const status = await runAssistant({ terminal, environment, file, dns: dns.resolver });
  terminal.close();
  return { status, text: said.join('') };
}
const stored = async () => parseEnv(await readFile(file, 'utf8'));

const partners = { RAZORPAY_API_URL: sandboxUrl };
const keySecret = 'sandbox_key_secret';
const server = ['staging', 'postgresql://bff:pass@db.example/bff', 'http://upstream:4010', ''];
const domain = ['https://www.academy.example', '', '1'];
const email = [
  mailServer.url,
  'Academy <mail@academy.example>',
  's1',
  'ops@academy.example',
  'asha@example.com',
];
const payments = ['rzp_test_LocalSandbox', keySecret, ''];
const crm = [sandboxUrl, 'sandbox_client', 'sandbox_client_secret', 'sandbox_refresh_token', ''];
const company = [
  'Academy Private Limited',
  "12 O'Hara Road, Bengaluru 560001",
  '29AAAAA0000A1ZY',
  'Asha Nair',
];
const rest = ['', '', '', ''];
const all = [...server, ...domain, ...email, ...payments, ...crm, ...company, ...rest, '', '', ''];

it('asks for the settings of every step, checks each step immediately, and writes one file that only its owner can read', async () => {
  const { status, text } = await dialogue(all, partners);
  expect(text).not.toMatch(/[✗!] /);
  expect(status).toBe(0);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await stored()).toMatchObject({
    APP_ENV: 'staging',
    PUBLIC_URL: 'https://www.academy.example',
    RAZORPAY_KEY_SECRET: keySecret,
    RAZORPAY_WEBHOOK_SECRET: expect.stringMatching(/^[0-9a-f]{48}$/),
    CONSOLE_SECRET: expect.stringMatching(/^[0-9a-f]{48}$/),
    MAIL_FROM: 'Academy <mail@academy.example>',
    SUPPLIER_ADDRESS: "12 O'Hara Road, Bengaluru 560001",
  });
  expect(text).toContain('Razorpay answers and accepts the key');
  expect(text).toContain('has SPF, a DKIM key and DMARC');
  expect(text).toContain('✓ Accepted. Look for it in the inbox');
  expect(mailServer.contents.at(-1)).toContain('Test message of');
});

it('reports the fault of an answer, and asks again', async () => {
  const { text } = await dialogue(['live', 'staging', 'mysql://x', 'postgresql://db.example/bff']);
  expect(text).toContain('APP_ENV must be demo, staging or production.');
  expect(text).toContain('DATABASE_URL must be a postgresql:// address.');
  expect(await stored()).toEqual({ APP_ENV: 'staging', DATABASE_URL: 'postgresql://db.example/bff' });
});

it('reports the finding of a check, and repeats the step for "again" or continues for Enter', async () => {
  const wrong = ['rzp_test_LocalSandbox', 'another', ''];
  const step = [...wrong, 'again', '', keySecret, ''];
  const before = [...server, ...domain, ...email];
  const { status, text } = await dialogue([...before, ...step, ...crm], partners);
  expect(text).toMatch(/✗ Razorpay list orders: HTTP 401.*\n {4}→ Compare RAZORPAY_KEY_ID/);
  expect(text).toContain('✓ Razorpay answers and accepts the key');
  // The input ended before the end of the dialogue.
  expect(text).toMatch(/Stopped\. Your answers are in .*: run `ops setup` again to continue\.\n$/);
  expect(status).toBe(1);
  expect((await stored()).RAZORPAY_KEY_SECRET).toBe(keySecret);
});

it('continues with the stored answers, keeps other lines of the file, and shows no secrets', async () => {
  await writeFile(file, '# Ours\nCOMPOSE_FILE=compose.production.yml\nRETENTION_DAYS=90');
  await dialogue(all.slice(0, server.length + domain.length + email.length + 2), partners);
  const kept = Array.from(
    { length: server.length + domain.length + email.length + payments.length },
    () => '',
  );
  const { text } = await dialogue([...kept, ...crm, ...company, ...rest, '', '', ''], partners);
  expect(text).toContain('APP_ENV [staging]:');
  expect(text).toContain('RAZORPAY_KEY_SECRET [••••cret]:');
  for (const secret of [
    keySecret,
    'bff:pass',
    'sandbox_client_secret',
    (await stored()).CONSOLE_SECRET ?? '?',
  ])
    expect(text).not.toContain(secret);
  const lines = (await readFile(file, 'utf8')).split('\n');
  expect(lines.slice(0, 3)).toEqual(['# Ours', 'COMPOSE_FILE=compose.production.yml', 'RETENTION_DAYS=90']);
  expect(lines.filter((line) => line.startsWith('APP_ENV='))).toEqual(['APP_ENV=staging']);
});

it('does not store settings that the environment already has', async () => {
  await dialogue([''], { APP_ENV: 'staging' });
  expect(await stored().catch(() => ({}))).toEqual({});
});

it.each([
  ['a folder that does not exist', join(folder, 'none', '.env'), /the folder does not exist/],
  ['a read-only system folder', '/proc/.env', /cannot be written: /],
])('reports why it cannot write to %s', async (_what, path, reason) => {
  await expect(writeSetting(path, 'APP_ENV', 'staging')).rejects.toThrow(reason);
});

it('refuses a value that cannot be quoted for all readers of the file', async () => {
  await expect(writeSetting(file, 'RAZORPAY_KEY_SECRET', 'a\'b"c')).rejects.toThrow(
    /RAZORPAY_KEY_SECRET has characters/,
  );
});

it('stores values with spaces, quotes, hashes and dollars unchanged', async () => {
  for (const value of ['a b', 'a#b', '$HOME', 'a"b', "it's", '', 'plain']) {
    await writeSetting(file, 'CRM_COMPANY', value);
    expect(await stored()).toEqual({ CRM_COMPANY: value });
  }
});
