/** Where the parts of one stack are: URLs without a path, and connection strings. */
interface StackAddresses {
  baseUrl: string;
  upstreamUrl: string;
  sandboxUrl: string;
  metricsUrl: string;
  databaseUrl: string;
  upstreamDatabaseUrl: string;
}

// The environment is the only way from the global set-up to the workers, which start after it.
const variable = 'E2E_STACKS';

/** Tells the workers that start from now on where their stacks are: the first worker has the first one, and so on. */
export function writeStacks(stacks: readonly StackAddresses[]): void {
  const addresses = stacks.map(
    ({ baseUrl, upstreamUrl, sandboxUrl, metricsUrl, databaseUrl, upstreamDatabaseUrl }): StackAddresses => ({
      baseUrl,
      upstreamUrl,
      sandboxUrl,
      metricsUrl,
      databaseUrl,
      upstreamDatabaseUrl,
    }),
  );
  process.env[variable] = JSON.stringify(addresses);
}

/** @returns the addresses of this worker's stack, or null in a process that is no worker of these tests */
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

/** Where the parts of the stack are that the global set-up started for this worker. */
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
  get databaseUrl() {
    return address('databaseUrl');
  },
  get upstreamDatabaseUrl() {
    return address('upstreamDatabaseUrl');
  },
};
