/** Tests the process from outside: start, errors, graceful shutdown. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { useSite } from '../testing/site.ts';

const site = await useSite();
const main = resolve(import.meta.dirname, 'main.ts');

function start(environment: NodeJS.ProcessEnv) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [main], { env: { PATH, NODE_COMPILE_CACHE, ...environment } });
  const lines = createInterface({ input: child.stdout });
  let faults = '';
  child.stderr.on('data', (text: Buffer) => {
    faults += text.toString();
  });
  return {
    child,
    ended: once(child, 'exit').then(([code]) => ({ code: code as number | null, faults })),
    async ready(): Promise<{ url: string; messages: string[] }> {
      const messages: string[] = [];
      for await (const line of lines) {
        const { msg, url } = JSON.parse(line) as { msg: string; url?: string };
        messages.push(msg);
        if (msg === 'ready' && url) return { url, messages };
      }
      throw new Error(`The process ended before it was ready: ${faults}`);
    },
  };
}

// A start under load takes longer than Vitest's default time-out of 5 seconds.
describe('the process', { timeout: 60_000 }, () => {
  it('names all errors of its environment and exits with 1', async () => {
    const { code, faults } = await start({ PORT: 'x' }).ended;
    expect(code).toBe(1);
    expect(faults).toMatch(/PORT: must be a port number/);
    expect(faults).toMatch(/DATABASE_URL: is required/);
    expect(faults).not.toContain('    at ');
  });

  it('finishes requests in progress before it stops', async () => {
    const process = start({ ...site.environment, PORT: '0', UPSTREAM_TIMEOUT_MS: '4000' });
    const { url, messages } = await process.ready();
    expect(messages.join()).toContain('ZOHO_LEAD_ID_FIELD is not set');
    await site.fault({ kind: 'slow', times: 1, calls: ['customer_speak'] });
    const inProgress = fetch(`${url}/api/customer_speak`);
    // A later request is answered, so the slow one has arrived.
    await fetch(`${url}/healthz`);
    process.child.kill('SIGTERM');
    expect((await inProgress).status).toBe(200);
    expect((await process.ended).code).toBe(0);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
  });

  it('stops in time although a browser has opened a connection in advance', async () => {
    const process = start({ ...site.environment, PORT: '0' });
    const { url } = await process.ready();
    const ahead = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
    await once(ahead, 'connect');
    // A later request is answered, so this connection has been accepted.
    await fetch(`${url}/healthz`);
    const stoppedAt = performance.now();
    process.child.kill('SIGTERM');
    expect((await process.ended).code).toBe(0);
    // Unused connections are closed early; otherwise they would delay the stop until the requests' time-out.
    expect(performance.now() - stoppedAt).toBeLessThan(5_000);
  });

  it('serves only health routes as a worker', async () => {
    const process = start({ ...site.environment, PORT: '0', BFF_ROLE: 'worker', WEB_DIR: '/nowhere' });
    const { url } = await process.ready();
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await fetch(url)).status).toBe(404);
    process.child.kill('SIGINT');
    expect((await process.ended).code).toBe(0);
  });
});
