function address(name: string): string {
  const value = process.env[name];
  if (!value) throw new TypeError(`${name} is not set: the specs run under e2e/playwright.config.ts`);
  return value;
}

/** Where the parts of the stack are that the global set-up started. */
export const stackAddresses = {
  get baseUrl() {
    return address('E2E_BASE_URL');
  },
  get upstreamUrl() {
    return address('E2E_UPSTREAM_URL');
  },
  get sandboxUrl() {
    return address('E2E_SANDBOX_URL');
  },
  get metricsUrl() {
    return address('E2E_METRICS_URL');
  },
  get databaseUrl() {
    return address('E2E_DATABASE_URL');
  },
  get upstreamDatabaseUrl() {
    return address('E2E_UPSTREAM_DATABASE_URL');
  },
};
