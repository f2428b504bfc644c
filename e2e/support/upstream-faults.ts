import { expect } from '@playwright/test';
import { stackAddresses } from './stack-addresses.ts';

/** Injects a fault into this worker's upstream. `kind: 'none'` clears all faults. */
export async function upstreamFault(fault: {
  kind: string;
  calls?: string[];
  times?: number;
}): Promise<void> {
  const answer = await fetch(`${stackAddresses.upstreamUrl}/_upstream/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
  expect(answer.ok).toBe(true);
}
