/** Addresses of the parts of a stack: URLs without a path, and connection strings. */
interface StackAddresses {
  baseUrl: string;
  upstreamUrl: string;
  sandboxUrl: string;
  metricsUrl: string;
  /** URL of the operators' console. */
  consoleUrl: string;
  databaseUrl: string;
  upstreamDatabaseUrl: string;
}

// Only environment variables pass values from the global set-up to the workers.
const variable = 'E2E_STACKS';

/** Stores the addresses of the stacks, in order, for workers that start later. */
export function writeStacks(
  stacks: readonly (Omit<StackAddresses, 'consoleUrl'> & { consoleUrl: string | undefined })[],
): void {
  const addresses = stacks.map(
    ({
      baseUrl,
      upstreamUrl,
      sandboxUrl,
      metricsUrl,
      consoleUrl = '',
      databaseUrl,
      upstreamDatabaseUrl,
    }): StackAddresses => ({
      baseUrl,
      upstreamUrl,
      sandboxUrl,
      metricsUrl,
      consoleUrl,
      databaseUrl,
      upstreamDatabaseUrl,
    }),
  );
  process.env[variable] = JSON.stringify(addresses);
}

/** @returns the addresses of this worker's stack; null outside a worker */
export function findStack(): StackAddresses | null {
  const { [variable]: stacks, TEST_PARALLEL_INDEX: index } = process.env;
  if (!stacks || !index) return null;
  const addresses: StackAddresses[] = JSON.parse(stacks);
  return addresses[Number(index)] ?? null;
}

function address(part: keyof StackAddresses): string {
  const stack = findStack();
  if (!stack) throw new TypeError('there is no stack: the specs run under e2e/playwright.config.ts');
  return stack[part];
}

/** Addresses of this worker's stack. */
export const stackAddresses: Readonly<StackAddresses> = {
  get baseUrl() {
    return address('baseUrl');
  },
  get upstreamUrl() {
    return address('upstreamUrl');
  },
  get sandboxUrl() {
    return address('sandboxUrl');
  },
  get metricsUrl() {
    return address('metricsUrl');
  },
  get consoleUrl() {
    return address('consoleUrl');
  },
  get databaseUrl() {
    return address('databaseUrl');
  },
  get upstreamDatabaseUrl() {
    return address('upstreamDatabaseUrl');
  },
};
