import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { secretSettings, withSecretFiles } from './secret-files.ts';
import { variables } from './variables.ts';

const folder = mkdtempSync(join(tmpdir(), 'meridian-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** @returns the path of a file with this text */
function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

describe('a secret in a file', () => {
  it('is read without surrounding white space', () => {
    const path = file('key', 'the secret of the key\n');
    expect(withSecretFiles({ RAZORPAY_KEY_SECRET_FILE: path, PORT: '3000' })).toMatchObject({
      RAZORPAY_KEY_SECRET: 'the secret of the key',
      PORT: '3000',
    });
  });

  it('counts as missing if the file is empty or no file is named', () => {
    expect(
      withSecretFiles({ SMTP_URL_FILE: file('smtp', '\n'), OPS_TOKEN_FILE: '', OPS_TOKEN: 'x' }),
    ).toMatchObject({ SMTP_URL: '', OPS_TOKEN: 'x' });
  });

  it('is refused if the file cannot be read or the setting is given too, with all errors together', () => {
    const missing = join(folder, 'missing');
    expect(() =>
      withSecretFiles({
        CONSOLE_SECRET_FILE: missing,
        ZOHO_REFRESH_TOKEN: 'one',
        ZOHO_REFRESH_TOKEN_FILE: file('token', 'another'),
      }),
    ).toThrow(
      [
        'The environment cannot be used:',
        '  ZOHO_REFRESH_TOKEN_FILE: ZOHO_REFRESH_TOKEN is also set; remove one of them',
        `  CONSOLE_SECRET_FILE: ENOENT: no such file or directory, open '${missing}'`,
      ].join('\n'),
    );
  });

  it('exists for each setting whose name says that it is a secret, and for no unknown setting', () => {
    const names = Object.keys(variables.shape);
    expect(names).toEqual(expect.arrayContaining([...secretSettings]));
    const telling = names.filter((name) => /SECRET|TOKEN|^DATABASE_.*URL$/.test(name));
    expect(secretSettings).toEqual(expect.arrayContaining(telling));
  });
});
