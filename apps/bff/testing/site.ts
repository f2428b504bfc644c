/** Test stack: the application, PostgreSQL, the reference upstream and the sandbox. */

import { buildSandbox } from '@meridian/sandbox/app';
import { atEnd } from '@meridian/stack/at-end';
import supertest from 'supertest';
import { expect } from 'vitest';
import { buildApp } from '../src/main/app.ts';
import { openServices } from '../src/main/services.ts';
import { gracefulClose } from '../src/platform/http/close-server.ts';
import { createLog } from '../src/platform/observability/log.ts';
import { readEnv } from '../src/platform/settings/env.ts';
import { startSampleUpstream } from './sample-upstream.ts';
import { collectMismatches } from './schema-mismatches.ts';
import { useMigratedDatabase } from './test-database.ts';
import { useWebFixture } from './web-fixture.ts';

/**
 * Starts the stack for a test file and stops it after the last test.
 * @param variables settings that override the demo's
 * @param writeLog receives log lines instead of stdout
 */
export async function useSite(variables: NodeJS.ProcessEnv = {}, writeLog?: (line: string) => void) {
  const { url: databaseUrl } = await useMigratedDatabase();
  const upstream = await startSampleUpstream();
  const sandbox = buildSandbox();
  const sandboxUrl = await sandbox.listen({ host: '127.0.0.1', port: 0 });
  const environment = {
    APP_ENV: 'demo',
    PUBLIC_URL: 'https://academy.example',
    DATABASE_URL: databaseUrl,
    UPSTREAM_URL: upstream.url,
    UPSTREAM_TIMEOUT_MS: '500',
    RAZORPAY_KEY_ID: 'rzp_test_LocalSandbox',
    RAZORPAY_KEY_SECRET: 'sandbox_key_secret',
    RAZORPAY_WEBHOOK_SECRET: 'sandbox_webhook_secret',
    RAZORPAY_API_URL: sandboxUrl,
    RAZORPAY_CHECKOUT_URL: `${sandboxUrl}/v1/checkout.js`,
    ZOHO_ACCOUNTS_URL: sandboxUrl,
    ZOHO_CLIENT_ID: 'sandbox_client',
    ZOHO_CLIENT_SECRET: 'sandbox_client_secret',
    ZOHO_REFRESH_TOKEN: 'sandbox_refresh_token',
    WEB_DIR: await useWebFixture(),
    ...variables,
  };
  let stopping = false;
  const level = process.env.TEST_LOG ?? (writeLog ? 'debug' : 'silent');
  const log = createLog(level, writeLog && { write: writeLog });
  const services = await openServices(readEnv(environment), log, () => stopping);
  let mismatches: string[] = [];
  const routes: { method: string; url: string }[] = [];
  const opened = await services.openSite();
  const app = await buildApp({ ...services.core, ...opened }, (server) => {
    mismatches = collectMismatches(server);
    server.addHook('onRoute', ({ method, url: path }) => {
      routes.push(...[method].flat().map((each) => ({ method: each, url: path })));
    });
  });
  const close = gracefulClose(app);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const upstreamHttp = supertest(upstream.url);

  atEnd(async () => {
    await close(5_000);
    await services.close(2_000);
    await sandbox.close();
    await upstream.stop();
    // Checks that every response matched its route's schema.
    expect(mismatches).toEqual([]);
  });

  return {
    app,
    url,
    environment,
    metrics: services.core.metrics,
    services,
    visits: opened.visits,
    sandboxUrl,
    http: supertest(url),
    routes: () => routes,
    beginStop() {
      stopping = true;
    },
    /** Sets a fault of the upstream. Without `times`, it is active until the next `kind: 'none'`. */
    fault: (fault: { kind: string; times?: number; calls?: string[] }) =>
      upstreamHttp.post('/_upstream/faults').send(fault).expect(200),
  };
}
