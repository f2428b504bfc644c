import { freePorts } from '@meridian/stack/free-port';
import { useMemoryFolder } from '@meridian/stack/memory-folder';
import { startStack } from '@meridian/stack/stack';
import type { FullConfig } from '@playwright/test';
import { writeStacks } from './stack-addresses.ts';

/**
 * Starts one stack for each worker, with free ports and empty databases, so that an injected fault does not
 * affect another worker. Specs use `stack-addresses.ts`.
 */
export default async function globalSetup({ workers }: FullConfig): Promise<() => Promise<void>> {
  useMemoryFolder();
  const consolePorts = await freePorts(workers);
  const starts = consolePorts.map((port) =>
    startStack({ env: { LOG_LEVEL: 'warn', UPSTREAM_FAULTS: 'on', CONSOLE_PORT: String(port) } }),
  );
  const stop = async () => {
    const results = await Promise.allSettled(starts);
    await Promise.all(results.map((result) => result.status === 'fulfilled' && result.value.stop()));
  };
  try {
    writeStacks(await Promise.all(starts));
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
