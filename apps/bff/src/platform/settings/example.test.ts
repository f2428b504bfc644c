/** Compares `.env.example` with the settings that the application reads. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readEnv } from './env.ts';
import { sampleInstanceDir } from './sample-values.ts';
import { variables } from './variables.ts';

const root = resolve(import.meta.dirname, '../../../../..');
const example = readFileSync(resolve(root, '.env.example'), 'utf8');

/** Each setting with the comment above it. */
const settings = [...example.matchAll(/^# (.*)\n([A-Z\d_]+)=(.*)$/gm)].map(
  // The quotes are for the shell. Compose and Node remove them as well.
  ([, comment = '', name = '', value = '']) => ({ name, comment, value: value.replace(/^'(.*)'$/, '$1') }),
);
const given = Object.fromEntries(settings.map(({ name, value }) => [name, value]));
/** The example with the settings of the sample brand. */
const filledIn = { ...given, ...parseEnv(readFileSync(resolve(sampleInstanceDir, 'demo.env'), 'utf8')) };
const names = Object.keys(variables.shape);

const commentOf = (name: string) => settings.find((setting) => setting.name === name)?.comment ?? '';

/** Without TRUST_PROXY and the instance: they contain functions, which cannot be compared. */
function settingsOf(place: string, given: Record<string, string>) {
  const { instanceFolder: _instance, ...settings } = readEnv({
    ...filledIn,
    TRUST_PROXY: '',
    APP_ENV: place,
    ...given,
  });
  return settings;
}

describe('.env.example', () => {
  it('has every setting once, nothing else, and each with a comment of one line', () => {
    const assigned = [...example.matchAll(/^([^#\n=]+)=/gm)].map(([, name]) => name);
    expect(assigned).toEqual(names);
    expect(settings.map(({ name }) => name)).toEqual(names);
  });

  it('is accepted as a demonstration, with the settings of the sample brand', () => {
    expect(readEnv(filledIn)).toMatchObject({ appEnv: 'demo', upstreamIdempotent: true, host: '0.0.0.0' });
  });

  it('workflow: can be sourced by a shell, with the same values', () => {
    const script = 'set -eu; set -a; . ./.env.example; exec env';
    const { status, stdout, stderr } = spawnSync('sh', ['-c', script], {
      cwd: root,
      env: { PATH: process.env.PATH },
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const sourced = Object.fromEntries(stdout.split('\n').map((line) => line.split(/=(.*)/, 2)));
    expect(sourced).toMatchObject(given);
  });

  it('is refused in production, with an error for each stand-in and each value of the sample brand', () => {
    expect(() => readEnv({ ...filledIn, APP_ENV: 'production' })).toThrow(
      [
        'The environment cannot be used:',
        '  RAZORPAY_KEY_ID: production needs a live key (rzp_live_…)',
        '  RAZORPAY_API_URL: a stand-in is not allowed in production',
        '  RAZORPAY_CHECKOUT_URL: a stand-in is not allowed in production',
        '  ZOHO_ACCOUNTS_URL: a stand-in is not allowed in production',
        '  PUBLIC_URL: production needs https',
        '  SMTP_URL: a stand-in is not allowed in production',
        "  MAIL_FROM: is the sample brand's",
        "  OPERATOR_EMAIL: is the sample brand's",
        "  SUPPLIER_ADDRESS: is the sample brand's",
        "  SUPPLIER_GSTIN: is the sample brand's",
        "  SUPPLIER_LEGAL_NAME: is the sample brand's",
      ].join('\n'),
    );
  });

  const required = settings.filter(({ comment }) => comment.endsWith('Required'));
  it.each(required)('marks $name as required correctly', ({ name }) => {
    expect(() => readEnv({ ...filledIn, [name]: '' })).toThrow(`${name}: is required`);
  });

  const special = [
    'CRM_COMPANY',
    'INSTANCE_DIR',
    'APP_ENV',
    'PUBLIC_URL',
    'API_DOCS',
    'SEARCH_ENGINES',
    'FORM_LIMIT_PER_MINUTE',
    'READ_LIMIT_PER_MINUTE',
    'WEB_DIR',
    'CONSOLE_URL',
    'CONSOLE_DIR',
  ];
  const optional = settings.filter(
    (setting) => !special.includes(setting.name) && !required.includes(setting),
  );
  it.each(optional)('states the default of $name', ({ name, comment }) => {
    const field = variables.shape[name as keyof typeof variables.shape];
    const told = comment.match(/\. Default: (.+)$/)?.[1] ?? expect.fail('the comment tells no default');
    if (told === 'none') expect([undefined, []]).toContainEqual(field.parse(undefined));
    else expect(field.parse(told)).toEqual(field.parse(undefined));
  });

  it.each(['FORM_LIMIT_PER_MINUTE', 'READ_LIMIT_PER_MINUTE', 'SEARCH_ENGINES'])(
    'states both defaults of %s',
    (name) => {
      const told = commentOf(name).match(/\. Default: (\w+), and (\w+) in a demo$/);
      const [, elsewhere = '', demo = ''] = told ?? expect.fail('the comment tells no defaults');
      expect(settingsOf('staging', { [name]: elsewhere })).toEqual(settingsOf('staging', { [name]: '' }));
      expect(settingsOf('demo', { [name]: demo })).toEqual(settingsOf('demo', { [name]: '' }));
    },
  );

  it('states the defaults of environment and addresses', () => {
    expect(commentOf('APP_ENV')).toMatch(/\. Default: production$/);
    expect(variables.shape.APP_ENV.parse(undefined)).toBe('production');
    const told = commentOf('PUBLIC_URL').match(/ in production\. Default: (.+)$/)?.[1];
    expect(settingsOf('demo', { PUBLIC_URL: '' }).publicUrl).toBe(told);
    const console = commentOf('CONSOLE_URL').match(/ in production\. Default: (.+)$/)?.[1];
    expect(settingsOf('demo', { CONSOLE_SECRET: 'x'.repeat(32) }).console?.url).toBe(console);
  });
});
