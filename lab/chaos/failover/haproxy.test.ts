import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { defineSiteProxy } from './haproxy.ts';
import { lastingPorts } from './ports.ts';
import { onPath } from './programs.ts';

const haproxy = onPath('haproxy');
/** Longer than the timeout of the proxy's checks. */
const lateMs = 1_500;

it.skipIf(!haproxy)('HAProxy serves pages while no replica answers its checks in time', async () => {
  const [sitePort = 0, ...ports] = await lastingPorts(3);
  const folder = mkdtempSync(join(tmpdir(), 'site-proxy-'));
  const replicas = ports.map((port) =>
    createServer(async ({ url }, response) => {
      if (url === '/readyz') await sleep(lateMs);
      response.end('a page');
    }).listen(port, '127.0.0.1'),
  );
  const ground = { folder, account: null };
  const proxy = defineSiteProxy(ground, { haproxy: haproxy ?? '' }, sitePort, ports);
  onTestFinished(async () => {
    await proxy.signal('SIGKILL');
    for (const replica of replicas) replica.close().closeAllConnections();
    rmSync(folder, { recursive: true });
  });
  proxy.start();
  // Two checks of each replica have failed.
  await sleep(5_000);
  for (let visit = 0; visit < 4; visit += 1)
    expect((await fetch(`http://127.0.0.1:${sitePort}/`)).status).toBe(200);
});
