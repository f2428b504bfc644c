import { formNames } from '@meridian/contracts/leads/forms';
import type { Stack } from '@meridian/stack/stack';
import type { Random } from '../random.ts';

type Addresses = Pick<Stack, 'upstreamUrl' | 'sandboxUrl'>;

/** Calls a control endpoint. @throws TypeError if refused */
export async function command(url: string, method: 'POST' | 'DELETE', body?: object): Promise<void> {
  const response = await fetch(url, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new TypeError(`${method} ${url} answered ${response.status}`);
  await response.body?.cancel();
}

/** All faults of the reference upstream. A timeout delays a visitor by 8 s, so it is rare. */
const upstreamFaults = [
  { kind: 'timeout', probability: 0.05, times: 2 },
  { kind: 'slow', probability: 0.02, times: 10 },
  { kind: 'lost_answer', probability: 0.1 },
  { kind: 'refuse', probability: 0.08 },
  { kind: 'http_500', probability: 0.06 },
  { kind: 'html_502', probability: 0.05 },
  { kind: 'reset', probability: 0.06 },
  { kind: 'malformed', probability: 0.05 },
  { kind: 'wrong_shape', probability: 0.05 },
] as const;

/** All faults of the CRM. Invalid tokens are rare: Zoho issues ten in ten minutes. */
const crmFaults = [
  { kind: 'invalid_token', probability: 0.1, times: 2 },
  { kind: 'rate_limit', probability: 0.1, times: 2 },
  { kind: 'slow', probability: 0.05, delay_ms: 2_000 },
  { kind: 'lost_answer', probability: 0.15 },
  { kind: 'invalid_data', probability: 0.15 },
  { kind: 'http_500', probability: 0.1 },
  { kind: 'html_502', probability: 0.05 },
  { kind: 'reset', probability: 0.1 },
] as const;

/** Enables all faults. @param random shuffles them, because the first matching fault applies */
export async function injectFaults({ upstreamUrl, sandboxUrl }: Addresses, random: Random): Promise<void> {
  const shuffled = <Item>(items: readonly Item[]) =>
    items
      .map((item) => ({ item, at: random.next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);
  for (const fault of shuffled(upstreamFaults))
    await command(`${upstreamUrl}/_upstream/faults`, 'POST', { ...fault, calls: formNames });
  for (const fault of shuffled(crmFaults))
    await command(`${sandboxUrl}/_sandbox/faults`, 'POST', { ...fault, service: 'zoho' });
}

/** Clears all faults. */
export async function clearFaults({ upstreamUrl, sandboxUrl }: Addresses): Promise<void> {
  await command(`${upstreamUrl}/_upstream/faults`, 'POST', { kind: 'none' });
  await command(`${sandboxUrl}/_sandbox/faults`, 'DELETE');
}
