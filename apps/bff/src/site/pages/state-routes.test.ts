import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { useSite } from '../../../testing/site.ts';

const site = await useSite();
const { http } = site;

async function stateAddressOf(path: string): Promise<string> {
  const { text } = await http.get(path).expect(200);
  const [, address = ''] = /<script data-modules="[^"]+" data-state="([^"]+)">/.exec(text) ?? [];
  expect(text).toContain(`<script type="application/json" id="state" data-source="${address}"></script>`);
  return address;
}

describe('the state of a page', () => {
  it('is an immutable file, cached with its compressed copies', async () => {
    const address = await stateAddressOf('/stateful');
    expect(address).toMatch(/^\/page-state\/[\w-]{22}\/stateful$/);
    const { headers, text } = await http.get(address).expect(200);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    await eventually(async () => {
      const answer = await site.app.inject({ url: address, headers: { 'accept-encoding': 'br' } });
      expect(answer.headers['content-encoding']).toBe('br');
      expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(text);
    });
  });

  it('is served by a replica that has not rendered the page yet', async () => {
    const { text } = await http.get(await stateAddressOf('/stateful')).expect(200);
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    expect((await http.get(`/page-state/${hash}/stateful-elsewhere`).expect(200)).text).toBe(text);
  });

  it('stays inline on a personal page, because a file would outlive it', async () => {
    const { text } = await http.get('/private').expect(200);
    expect(text).toContain('<script type="application/json" id="state">{"version":');
    expect(text).not.toContain('data-state');
  });

  it('is not found at any other URL', async () => {
    const hash = 'a'.repeat(22);
    for (const path of ['/page-state/', '/page-state/x', `/page-state/${hash}`, `/page-state/${hash}//x`])
      expect((await http.get(path)).status, path).toBe(404);
    await http.get(`/page-state/${hash}/api/home`).expect(404);
    const gone = await http.get(`/page-state/${hash}/stateful`).expect(404);
    expect(gone.headers['cache-control']).not.toContain('immutable');
    await http.get(`/page-state/${hash}/broken`).expect(500);
  });
});
