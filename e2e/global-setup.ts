import { startStack } from '@meridian/stack/stack';

/**
 * Starts the whole product once for all specs, on free ports and with empty databases. Specs find its addresses
 * in the environment, see `stack-addresses.ts`.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const stack = await startStack({ env: { LOG_LEVEL: 'warn', UPSTREAM_FAULTS: 'on' } });
  const { baseUrl, upstreamUrl, sandboxUrl, metricsUrl, databaseUrl, upstreamDatabaseUrl } = stack;
  Object.assign(process.env, {
    E2E_BASE_URL: baseUrl,
    E2E_UPSTREAM_URL: upstreamUrl,
    E2E_SANDBOX_URL: sandboxUrl,
    E2E_METRICS_URL: metricsUrl,
    E2E_DATABASE_URL: databaseUrl,
    E2E_UPSTREAM_DATABASE_URL: upstreamDatabaseUrl,
  });
  return stack.stop;
}
