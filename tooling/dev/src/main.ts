/**
 * `pnpm dev`: runs the product from its sources, with HMR for the web app; restarts servers after a change.
 */
import { join, resolve } from 'node:path';
import { freePorts } from '@meridian/stack/free-port';
import { givenEnvironment } from '@meridian/stack/given-environment';
import { runToEnd } from '@meridian/stack/run-to-end';
import type { Command } from '@meridian/stack/service';
import type { ServiceName } from '@meridian/stack/service-environment';
import { defaultMetricsPort } from '@meridian/stack/settings';
import { startStack } from '@meridian/stack/stack';
import { stopRequests, untilStopped } from '@meridian/stack/stop-request';
import { devServerVariable } from './addresses.ts';
import { createBffProxy } from './bff-proxy.ts';
import { restartOnChange } from './server-restarts.ts';
import { startSiteServer } from './site-server.ts';
import { writeWebFolder } from './web-folder.ts';

const root = resolve(import.meta.dirname, '../../..');
const webRoot = join(root, 'apps/web');
const dataDir = resolve(process.env.DATA_DIR || '.data');
/** Grace period before a server is killed. It is short, because jobs may be lost in development. */
const serverGraceMs = 400;
const stopRequest = stopRequests(dataDir);
/** Inspector ports with `INSPECT=on`, as in `.vscode/launch.json`. */
const inspectorPorts: Record<ServiceName, number> = { bff: 9229, upstream: 9230, sandbox: 9231 };

/** Runs a server from its sources. */
function sourceCommand(name: ServiceName): Command {
  const flags = process.env.INSPECT === 'on' ? [`--inspect=127.0.0.1:${inspectorPorts[name]}`] : [];
  return { command: process.execPath, args: [...flags, 'src/main.ts'], cwd: join(root, 'apps', name) };
}

async function run(): Promise<number> {
  const startedAt = performance.now();
  const { HOST: host = '127.0.0.1', ...env } = givenEnvironment(process.env);
  const port = Number(env.PORT);
  const url = `http://127.0.0.1:${port}`;
  const [bffPort = 0] = await freePorts(1);
  const webDir = join(dataDir, 'dev-web');
  await writeWebFolder(webDir, webRoot);

  const bff = createBffProxy(bffPort);
  const starting = startStack({
    env: {
      // Developers open the URL of the site server; the BFF is behind it.
      PUBLIC_URL: url,
      METRICS_PORT: String(defaultMetricsPort(port)),
      TRUST_PROXY: '1',
      WEB_DIR: webDir,
      NODE_COMPILE_CACHE: join(dataDir, 'compile-cache'),
      ...env,
      PORT: String(bffPort),
      [devServerVariable]: url,
    },
    dataDir,
    graceMs: serverGraceMs,
    commands: {
      bff: sourceCommand('bff'),
      upstream: sourceCommand('upstream'),
      sandbox: sourceCommand('sandbox'),
    },
    signal: stopRequest,
  });
  bff.hold(starting.then(() => undefined));
  const [started, served] = await Promise.allSettled([
    starting,
    startSiteServer({ webRoot, host, port, bff }),
  ]);
  if (started.status === 'rejected' || served.status === 'rejected') {
    if (started.status === 'fulfilled') await started.value.stop();
    if (served.status === 'fulfilled') await served.value.close();
    throw started.status === 'rejected' ? started.reason : (served as PromiseRejectedResult).reason;
  }
  const stack = started.value;
  const site = served.value;
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const restarts = await restartOnChange(root, stack, bff, say);
  say(`ready ${url} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)`);

  // Renders the home page before the first visit.
  void fetch(url, { signal: stopRequest }).catch(() => undefined);
  const failure = await Promise.race([stack.failed, untilStopped(stopRequest)]);
  await site.close();
  await restarts.close();
  await stack.stop();
  if (failure) process.stderr.write(`${failure.message}\nAll other parts have been stopped.\n`);
  return failure ? 1 : 0;
}

await runToEnd(run);
