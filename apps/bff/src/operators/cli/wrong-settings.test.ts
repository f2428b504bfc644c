/**
 * Wrong settings in the assistant's check and the doctor: both report the fault and the advice in the same
 * words.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { parseEnv } from 'node:util';
import type { SetupStepId } from '@meridian/contracts/operators/console/setup';
import fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { startScriptedSmtp } from '../../../testing/mail/scripted-smtp.ts';
import { startDnsServer } from '../../../testing/operators/dns-server.ts';
import { useSite } from '../../../testing/site.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { sampleInstanceDir } from '../../platform/settings/sample-values.ts';
import { checkAnswers } from '../setup/assistant/check-answers.ts';
import { checkSteps } from '../setup/check-steps.ts';
import { doctorCommand } from './doctor.ts';
import { openDoctorContext } from './doctor-context.ts';

const sample = parseEnv(readFileSync(join(sampleInstanceDir, 'demo.env'), 'utf8'));
const site = await useSite();
const database = openDatabase(site.environment.DATABASE_URL, { maxConnections: 3 });
afterAll(() => database.destroy());

/** Starts an upstream whose policies all have this text. @returns its URL */
async function startPolicies(content: string): Promise<string> {
  const upstream = fastify();
  upstream.post('/page', async () => ({ status: 1, message: '', data: { content } }));
  afterAll(() => upstream.close());
  return upstream.listen({ host: '127.0.0.1', port: 0 });
}

const spf = 'v=spf1 include:mail.example -all';
const key = 'v=DKIM1; k=rsa; p=MIGf';
const dmarc = 'v=DMARC1; p=quarantine';
const dns = await startDnsServer({
  'www.academy.example': { a: '192.0.2.7' },
  'academy.example': { txt: [spf] },
  's1._domainkey.academy.example': { txt: [key] },
  '_dmarc.academy.example': { txt: [dmarc] },
  'bare.example': {},
  'twice.example': { txt: [spf, spf] },
  'open.example': { txt: ['v=spf1 +all'] },
  'revoked.example': { txt: [spf] },
  's1._domainkey.revoked.example': { txt: ['v=DKIM1; p='] },
  'loose.example': { txt: [spf] },
  's1._domainkey.loose.example': { txt: [key] },
  'vague.example': { txt: [spf] },
  's1._domainkey.vague.example': { txt: [key] },
  '_dmarc.vague.example': { txt: ['v=DMARC1; rua=mailto:a@vague.example'] },
});
const silentDns = await startDnsServer({}, { timeoutMs: 500 });
silentDns.close();
afterAll(() => dns.close());

const mailServer = await startScriptedSmtp(() => undefined);
const strictMailServer = await startScriptedSmtp((step) =>
  step === 'EHLO' ? '250-script\r\n250 AUTH PLAIN' : undefined,
);
afterAll(() => Promise.all([mailServer, strictMailServer].map((one) => one[Symbol.asyncDispose]())));

/** Starts a stand-in of Zoho. @param fields answer to the call for the fields of Leads @returns its URL */
async function startZoho(fields: () => { code: number; body: object }): Promise<string> {
  const app = fastify();
  afterAll(() => app.close());
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  app.post('/oauth/v2/token', ({ host }) => ({
    access_token: 'token',
    api_domain: `http://${host}`,
    expires_in: 3_600,
  }));
  app.get('/crm/v8/settings/fields', (_request, reply) => {
    const { code, body } = fields();
    return reply.code(code).send(body);
  });
  return app.listen({ host: '127.0.0.1', port: 0 });
}
const field = (name: string, type = 'text') => ({ api_name: name, data_type: type, unique: {} });
const custom = ['Page_URL', 'Page_name', 'Form_Name', 'Social_Lead_ID', 'Course_Name1'].map((name) =>
  field(name),
);
const zohoWithoutField = await startZoho(() => ({ code: 200, body: { fields: custom.slice(1) } }));
const zohoWithNumber = await startZoho(() => ({
  code: 200,
  body: { fields: [...custom.slice(0, 4), field('Course_Name1', 'integer')] },
}));
const zohoNotUnique = await startZoho(() => ({
  code: 200,
  body: { fields: [...custom, field('Our_Id')] },
}));
const zohoWithoutScope = await startZoho(() => ({ code: 401, body: { code: 'OAUTH_SCOPE_MISMATCH' } }));

/** Starts a site with a self-signed certificate. */
async function startSelfSigned(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'));
  const path = (name: string) => join(folder, name);
  const files = ['-keyout', path('key'), '-out', path('crt')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc', '-subj', '/CN=localhost'];
  execFileSync('openssl', ['req', '-x509', '-days', '2', ...kind, ...files], { stdio: 'pipe' });
  const server = createServer({ key: await readFile(path('key')), cert: await readFile(path('crt')) });
  await rm(folder, { recursive: true });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => server.close());
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}
const selfSigned = await startSelfSigned();

const staging = {
  ...site.environment,
  APP_ENV: 'staging',
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'Academy <mail@academy.example>',
  MAIL_DKIM_SELECTOR: 's1',
  OPERATOR_EMAIL: 'operators@academy.example',
};
const production = {
  ...staging,
  APP_ENV: 'production',
  PUBLIC_URL: 'https://www.academy.example',
  RAZORPAY_KEY_ID: 'rzp_live_AAAAAAAAAAAAAA',
};
const address = '12 MG Road, Bengaluru 560001';
const supplier = {
  SUPPLIER_LEGAL_NAME: 'Academy Private Limited',
  SUPPLIER_ADDRESS: address,
  SUPPLIER_GSTIN: '29AAAAA0000A1ZY',
};

type Wrong = [what: string, step: SetupStepId, settings: NodeJS.ProcessEnv, sentence: RegExp];

/** Settings with which a server refuses to start. */
const refused: Wrong[] = [
  [
    'a test key in production',
    'payments',
    { ...production, RAZORPAY_KEY_ID: 'rzp_test_A' },
    /RAZORPAY_KEY_ID: production needs a live key/,
  ],
  [
    'a live key in staging',
    'payments',
    { ...staging, RAZORPAY_KEY_ID: 'rzp_live_A' },
    /RAZORPAY_KEY_ID: a live key is for APP_ENV=production only/,
  ],
  [
    'a short webhook secret',
    'payments',
    { ...production, RAZORPAY_WEBHOOK_SECRET: 'short' },
    /RAZORPAY_WEBHOOK_SECRET: production needs at least 16 characters/,
  ],
  [
    "the sample brand's GSTIN",
    'supplier',
    { ...production, ...supplier, SUPPLIER_GSTIN: sample.SUPPLIER_GSTIN },
    /SUPPLIER_GSTIN: is the sample brand's/,
  ],
  [
    "the sample brand's address",
    'supplier',
    {
      ...production,
      ...supplier,
      SUPPLIER_ADDRESS: sample.SUPPLIER_ADDRESS,
    },
    /SUPPLIER_ADDRESS: is the sample brand's/,
  ],
  [
    "the sample brand's sender",
    'email',
    { ...production, MAIL_FROM: sample.MAIL_FROM },
    /MAIL_FROM: is the sample brand's/,
  ],
  [
    'an address in another state',
    'supplier',
    { ...staging, ...supplier, SUPPLIER_ADDRESS: '1 Fort, Mumbai 400001' },
    /SUPPLIER_ADDRESS: its PIN belongs to a state other than that of SUPPLIER_GSTIN/,
  ],
  [
    'a GSTIN with a typing error',
    'supplier',
    { ...staging, ...supplier, SUPPLIER_GSTIN: '29AAAAA0000A1ZX' },
    /SUPPLIER_GSTIN: must be a GSTIN .* check digit/,
  ],
  [
    'an address without a PIN',
    'supplier',
    { ...staging, ...supplier, SUPPLIER_ADDRESS: '12 MG Road, Bengaluru' },
    /SUPPLIER_ADDRESS: must be an address that ends in a town and a PIN/,
  ],
  [
    'half a supplier',
    'supplier',
    { ...staging, SUPPLIER_ADDRESS: address },
    /SUPPLIER_LEGAL_NAME: is required if invoices are issued/,
  ],
  [
    'a prefix that is too long',
    'supplier',
    { ...staging, INVOICE_PREFIX: 'ACADEMY' },
    /INVOICE_PREFIX: must be one to three capital letters/,
  ],
  [
    'a mail server without a sender',
    'email',
    { ...staging, MAIL_FROM: '' },
    /MAIL_FROM: is required if emails are sent/,
  ],
  [
    'a mail server that delivers to nobody',
    'email',
    { ...production, SMTP_URL: 'smtp://sandbox:4025' },
    /SMTP_URL: a stand-in is not allowed in production/,
  ],
  [
    'a web address as mail server',
    'email',
    { ...staging, SMTP_URL: 'https://mail.example' },
    /SMTP_URL: must be an smtp:\/\/ or smtps:\/\/ address/,
  ],
  [
    'a site without TLS',
    'domain',
    { ...production, PUBLIC_URL: 'http://www.academy.example' },
    /PUBLIC_URL: production needs https/,
  ],
  [
    'a site address with a path',
    'domain',
    { ...staging, PUBLIC_URL: 'https://academy.example/home' },
    /PUBLIC_URL: must be an origin such as/,
  ],
  [
    'a console without an address',
    'domain',
    { ...production, CONSOLE_SECRET: 'x'.repeat(32) },
    /CONSOLE_URL: is required in production/,
  ],
  [
    'trust in every proxy',
    'domain',
    { ...staging, TRUST_PROXY: 'true' },
    /TRUST_PROXY: must be false, a number of proxies, or addresses/,
  ],
  [
    'a database without TLS',
    'server',
    { ...production, DATABASE_URL: 'postgresql://bff:x@db.example/bff' },
    /DATABASE_URL: production needs sslmode=verify-full/,
  ],
  [
    'a short secret of the console',
    'server',
    { ...staging, CONSOLE_SECRET: 'short' },
    /CONSOLE_SECRET: must have at least 32 characters/,
  ],
  [
    'a field name with spaces',
    'crm',
    { ...staging, ZOHO_LEAD_ID_FIELD: 'Our Lead Id' },
    /ZOHO_LEAD_ID_FIELD: must be the API name/,
  ],
  [
    'a stand-in of Zoho in production',
    'crm',
    production,
    /ZOHO_ACCOUNTS_URL: a stand-in is not allowed in production/,
  ],
];

/**
 * Settings with which a server starts, but which an external service, DNS or the machine shows to be wrong.
 */
const live: (readonly [...Wrong, check: string])[] = [
  [
    'swapped keys',
    'payments',
    { ...staging, RAZORPAY_KEY_ID: 'sandbox_key_secret', RAZORPAY_KEY_SECRET: 'rzp_test_LocalSandbox' },
    /are swapped/,
    'payments',
  ],
  [
    'an invalid key id',
    'payments',
    { ...staging, RAZORPAY_KEY_ID: 'academy' },
    /is not a key id/,
    'payments',
  ],
  ['another key secret', 'payments', { ...staging, RAZORPAY_KEY_SECRET: 'another' }, /HTTP 401/, 'payments'],
  [
    "the key's secret for webhooks",
    'payments',
    { ...staging, RAZORPAY_WEBHOOK_SECRET: 'sandbox_key_secret' },
    /RAZORPAY_WEBHOOK_SECRET is the key's secret/,
    'payments',
  ],
  [
    'Razorpay out of reach',
    'payments',
    { ...staging, RAZORPAY_API_URL: 'http://127.0.0.1:1' },
    /ECONNREFUSED/,
    'payments',
  ],
  [
    'an expired refresh token',
    'crm',
    { ...staging, ZOHO_REFRESH_TOKEN: 'expired' },
    /token: invalid_code/,
    'crm',
  ],
  [
    'another client of Zoho',
    'crm',
    { ...staging, ZOHO_CLIENT_ID: 'another' },
    /token: invalid_client/,
    'crm',
  ],
  [
    'a missing field of Leads',
    'crm',
    { ...staging, ZOHO_ACCOUNTS_URL: zohoWithoutField },
    /Page_URL \(URL\) is missing/,
    'crm',
  ],
  [
    'a field of another type',
    'crm',
    { ...staging, ZOHO_ACCOUNTS_URL: zohoWithNumber },
    /Course_Name1 is not a text field, but integer/,
    'crm',
  ],
  [
    'an id field that is not unique',
    'crm',
    { ...staging, ZOHO_ACCOUNTS_URL: zohoNotUnique, ZOHO_LEAD_ID_FIELD: 'Our_Id' },
    /Our_Id is not unique/,
    'crm',
  ],
  [
    'a token without the scope for fields',
    'crm',
    { ...staging, ZOHO_ACCOUNTS_URL: zohoWithoutScope },
    /without the right to read the fields/,
    'crm',
  ],
  ['no mail server', 'email', { ...staging, SMTP_URL: '', MAIL_FROM: '' }, /No mail server is set/, 'mail'],
  [
    'a closed mail port',
    'email',
    { ...staging, SMTP_URL: 'smtp://127.0.0.1:9' },
    /accepts no emails: CONN/,
    'mail',
  ],
  [
    'another password of the mail account',
    'email',
    { ...staging, SMTP_URL: strictMailServer.url.replace('//', '//academy:wrong@') },
    /accepts no emails: AUTH/,
    'mail',
  ],
  [
    'no address for alerts about cases',
    'email',
    { ...staging, OPERATOR_EMAIL: '' },
    /operators get no emails about cases/,
    'mail',
  ],
  [
    'no SPF record',
    'email',
    { ...staging, MAIL_FROM: 'a@bare.example' },
    /bare\.example has no SPF record/,
    'sender domain',
  ],
  [
    'two SPF records',
    'email',
    { ...staging, MAIL_FROM: 'a@twice.example' },
    /twice\.example has 2 SPF records/,
    'sender domain',
  ],
  [
    'an SPF record for everyone',
    'email',
    { ...staging, MAIL_FROM: 'a@open.example' },
    /allows every server/,
    'sender domain',
  ],
  [
    'no DKIM selector',
    'email',
    { ...staging, MAIL_DKIM_SELECTOR: '' },
    /MAIL_DKIM_SELECTOR is not set/,
    'sender domain',
  ],
  [
    'another DKIM selector',
    'email',
    { ...staging, MAIL_DKIM_SELECTOR: 's2' },
    /s2\._domainkey\.academy\.example has no DKIM key/,
    'sender domain',
  ],
  [
    'a revoked DKIM key',
    'email',
    { ...staging, MAIL_FROM: 'a@revoked.example' },
    /is revoked/,
    'sender domain',
  ],
  [
    'no DMARC record',
    'email',
    { ...staging, MAIL_FROM: 'a@loose.example' },
    /loose\.example has no DMARC record/,
    'sender domain',
  ],
  [
    'a DMARC record without a policy',
    'email',
    { ...staging, MAIL_FROM: 'a@vague.example' },
    /vague\.example has no policy/,
    'sender domain',
  ],
  [
    'a domain that does not resolve',
    'domain',
    { ...staging, PUBLIC_URL: 'https://wwww.academy.example' },
    /wwww\.academy\.example has no address in the DNS/,
    'domain',
  ],
  ['no supplier', 'supplier', staging, /No supplier is set/, 'supplier'],
  ['no signatory', 'supplier', { ...staging, ...supplier }, /SUPPLIER_SIGNATORY is not set/, 'supplier'],
  // `/proc` is a file system without free blocks.
  [
    'a full disk',
    'server',
    { ...staging, ASSETS_KEEP_DIR: '/proc' },
    /The disk with \/proc has 0 MB free/,
    'disk',
  ],
];

/** Faults that only a running installation shows. */
const running: (readonly [...Wrong, check: string])[] = [
  [
    'a certificate that browsers refuse',
    'domain',
    { ...staging, PUBLIC_URL: selfSigned },
    /Browsers refuse the certificate of localhost:/,
    'certificate',
  ],
  [
    'a proxy that does not run',
    'domain',
    { ...staging, PUBLIC_URL: 'https://localhost:9' },
    /localhost:9 does not answer/,
    'certificate',
  ],
  [
    'another webhook secret',
    'payments',
    staging,
    /No event of Razorpay has arrived with a valid signature/,
    'webhooks',
  ],
  [
    'an upstream that does not run',
    'policies',
    { ...staging, UPSTREAM_URL: 'http://127.0.0.1:1' },
    /policies could not be read/,
    'policies',
  ],
  [
    'policies that refer to a missing setting',
    'policies',
    { ...staging, UPSTREAM_URL: await startPolicies('<p>{{legal_name}}, {{gstn}}, {{hours}}</p>') },
    /privacy_policy refers to \{\{legal_name}}, and SUPPLIER_LEGAL_NAME is not set; privacy_policy refers to \{\{gstn}}, which does not exist/,
    'policies',
  ],
  ['no backup', 'backup', staging, /No backup is recorded/, 'backups'],
  ['a backup that was never restored', 'backup', staging, /No backup has been restored yet/, 'restore drill'],
];

interface Found {
  name: string;
  state: string;
  text: string;
  advice?: string;
}

async function doctor(settings: NodeJS.ProcessEnv, resolver = dns.resolver): Promise<Found[]> {
  const lines: string[] = [];
  await doctorCommand(['--json'], settings, (line) => lines.push(line), resolver);
  return (JSON.parse(lines.join('\n')) as { checks: Found[] }).checks;
}

const isBad = ({ state }: Found) => state === 'fault' || state === 'warning';
const reported = (sentence: RegExp) => ({
  text: expect.stringMatching(sentence),
  advice: expect.stringMatching(/^\S.*\.$/s),
});

it('there are more than fifty wrong settings', () => {
  expect(refused.length + live.length + running.length).toBeGreaterThan(50);
});

it.each(refused)(
  '%s: is refused by a start, the assistant and the doctor',
  async (_what, step, settings, sentence) => {
    const findings = await checkAnswers(step, settings, dns.resolver);
    expect(findings.filter(isBad)).toContainEqual(expect.objectContaining(reported(sentence)));
    const configuration = (await doctor(settings)).find(({ name }) => name === 'configuration');
    expect(configuration).toMatchObject({ state: 'fault', ...reported(sentence) });
  },
);

it.each(live)(
  '%s: the assistant and the doctor report the same',
  async (_what, step, settings, sentence, check) => {
    const findings = await checkAnswers(step, settings, dns.resolver);
    const found = findings.find(({ name }) => name === check);
    expect(found).toMatchObject(reported(sentence));
    expect((await doctor(settings)).find(({ name }) => name === check)).toEqual(found);
  },
);

it.each(running)(
  '%s: the check of the set-up step and the doctor report the same',
  async (_what, step, settings, sentence, check) => {
    const found = (await doctor(settings)).find(({ name }) => name === check);
    expect(found).toMatchObject(reported(sentence));
    const [result] = await checkSteps(openDoctorContext(settings, database, dns.resolver), [step]);
    expect(result).toMatchObject({ state: 'failed', message: expect.stringContaining(found?.text ?? '?') });
  },
);

it('a DNS server that does not respond is not reported as a wrong setting', async () => {
  const settings = { ...staging, PUBLIC_URL: 'https://www.academy.example' };
  for (const step of ['domain', 'email'] as const) {
    const findings = await checkAnswers(step, settings, silentDns.resolver);
    expect(findings.filter(isBad)).toMatchObject([
      { state: 'warning', text: expect.stringMatching(/^The DNS does not answer: /) },
    ]);
  }
});

it('valid settings pass in the assistant and in the set-up steps', async () => {
  const settings = {
    ...staging,
    ...supplier,
    SUPPLIER_SIGNATORY: 'Asha Nair',
    PUBLIC_URL: 'https://www.academy.example',
  };
  for (const step of ['domain', 'email', 'payments', 'supplier', 'grievance'] as const)
    expect((await checkAnswers(step, settings, dns.resolver)).filter(({ state }) => state !== 'ok')).toEqual(
      [],
    );
  await sql`insert into schedule_runs (name, succeeded_at) values ('base-backup', now()), ('restore-drill', now())`.execute(
    database,
  );
  const results = await checkSteps(openDoctorContext(settings, database, dns.resolver), [
    'backup',
    'email',
    'policies',
  ]);
  expect(results.map(({ id, state }) => [id, state])).toEqual([
    ['backup', 'passed'],
    ['email', 'passed'],
    ['policies', 'passed'],
  ]);
});

it('a set-up step reports invalid settings', async () => {
  const [result] = await checkSteps(openDoctorContext({ ...staging, PORT: 'x' }, database, dns.resolver), [
    'email',
  ]);
  expect(result).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('PORT: must be a port number'),
  });
});
