/** The brand is changed while two servers run. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readInstanceFolder } from '@meridian/instance/folder';
import { secondBrandDir } from '@meridian/instance/sample';
import { afterAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { actionsOn } from '../../../testing/operators/actions-on.ts';
import { useSite } from '../../../testing/site.ts';
import { checkInstance, instanceCommand } from '../../operators/cli/instance.ts';
import { openDatabase } from '../../platform/database/database.ts';

const dir = mkdtempSync(join(tmpdir(), 'instance-'));
cpSync(secondBrandDir, dir, { recursive: true });
const first = await useSite({ INSTANCE_DIR: dir });
const { DATABASE_URL } = first.environment;
const second = await useSite({ INSTANCE_DIR: dir, DATABASE_URL });
const database = openDatabase(DATABASE_URL);
afterAll(async () => {
  await database.destroy();
  rmSync(dir, { recursive: true });
});

function change(file: string, from: string | RegExp, to: string): void {
  const path = join(dir, file);
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
}

async function apply() {
  const lines: string[] = [];
  const services = { readInstance: () => readInstanceFolder(dir, {}) };
  const status = await instanceCommand(['apply'], actionsOn(database, services), (line) => lines.push(line));
  return { status, text: lines.join('\n') };
}

describe('a site with another brand', () => {
  it('puts the brand in each document, with its style allowed by the policy', async () => {
    const { text, headers } = await first.http.get('/about').expect(200);
    const instance: unknown = JSON.parse(/id="instance">(.*?)<\/script>/.exec(text)?.[1] ?? '');
    expect(instance).toMatchObject({ name: 'Kaveri Skills', footer: [] });
    const style = /<style>(@media screen.*?|:root\{--font.*?)<\/style>/.exec(text)?.[1] ?? '';
    expect(style).toContain('--color-brand:#5b2a86');
    expect(style).toContain('--font-display:Georgia');
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style));
    expect(headers['content-security-policy']).toContain(
      `'sha256-${Buffer.from(digest).toString('base64')}'`,
    );
    expect(text).not.toContain('as="font"');
    expect(headers.link).toBeUndefined();
  });

  it('serves its logo with a policy without permissions', async () => {
    const { headers, body } = await first.http.get('/favicon.svg?12345678').expect(200);
    expect(headers['content-type']).toBe('image/svg+xml');
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
    expect(Buffer.from(body).toString()).toContain('#5b2a86');
  });

  it('serves a preview image of 1200 by 630 pixels, the same from each server', async () => {
    const { headers, body } = await first.http.get('/social.png?12345678').expect(200);
    expect(headers['content-type']).toBe('image/png');
    const image: Buffer = body;
    expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([1200, 630]);
    const { body: again } = await second.http.get('/social.png').expect(200);
    expect(image.equals(again)).toBe(true);
  });

  it('redirects only the old URLs of that brand', async () => {
    await first.http.get('/old-courses?a=1').expect(301).expect('location', '/?a=1');
    await first.http.get('/lms/course/7').expect(301).expect('location', 'https://lms.kaveriskills.in/start');
    expect((await first.http.get('/cart')).status).not.toBe(301);
  });
});

describe('ops instance', () => {
  const nameAt = async ({ http }: typeof first) =>
    /"name":"([^"]*)"/.exec((await http.get('/about')).text)?.[1];

  const policyAt = async ({ http }: typeof first): Promise<string> =>
    (await http.get('/api/page').query({ page_name: 'privacy_policy' }).expect(200)).body.data.content;

  it('makes every server read the folder again', async () => {
    expect(await Promise.all([nameAt(first), nameAt(second)])).toEqual(['Kaveri Skills', 'Kaveri Skills']);
    for (const server of [first, second])
      expect(await policyAt(server)).toMatch(/Kaveri Skills \("we".*grievance@kaveriskills\.in/s);
    change('site.yaml', 'name: Kaveri Skills', 'name: Kaveri Academy');
    change('redirects.csv', '/old-courses,', '/older-courses,');
    expect(await apply()).toEqual({
      status: 0,
      text: 'Kaveri Academy: 2 running servers read the folder again.',
    });
    for (const server of [first, second]) {
      await eventually(async () => expect(await nameAt(server)).toBe('Kaveri Academy'));
      await eventually(async () => expect(await policyAt(server)).toMatch(/^[^(]*Kaveri Academy \("we"/));
    }
    await second.http.get('/older-courses').expect(301);
  });

  it('refuses an invalid folder, and the previous instance stays', async () => {
    change('site.yaml', /email: .*/, 'email: nobody');
    const { status, text } = await apply();
    expect(status).toBe(1);
    expect(text).toContain('site.yaml:7: contact.email: must be an email address');
    expect(await nameAt(first)).toBe('Kaveri Academy');
  });

  it('checks a folder without a server', () => {
    const run = (...args: string[]) => {
      const lines: string[] = [];
      return {
        status: checkInstance(['check', ...args], {}, (line) => lines.push(line)),
        text: lines.join('\n'),
      };
    };
    expect(run(secondBrandDir)).toEqual({
      status: 0,
      text: 'Kaveri Skills: the folder is valid, with 2 redirects.',
    });
    expect(run(dir)).toMatchObject({ status: 1, text: expect.stringContaining('site.yaml:7') });
    expect(run('/nowhere')).toMatchObject({
      status: 1,
      text: expect.stringContaining('site.yaml: is missing'),
    });
    expect(run()).toMatchObject({ status: 2 });
  });
});
