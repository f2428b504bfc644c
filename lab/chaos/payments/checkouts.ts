/** Concurrent checkouts while the BFF is killed repeatedly, then reconciliation. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Stack, startStack } from '@meridian/stack/stack';
import { createRandom } from '../random.ts';
import { clientOf, type OfferedBatch, type ProductClient } from './client.ts';
import { ops } from './operator.ts';
import { killRepeatedly } from './process-killer.ts';
import { ordersIn, type Reconciliation, reconcile } from './reconciliation.ts';
import { planOf, type Visit, visit } from './visitor.ts';

const courseId = 101;
const maxConcurrency = 6;
const reconcileTimeoutMs = 90_000;

export interface CheckoutRun {
  visits: Visit[];
  kills: number;
  /** Comparison of payments, orders and bookings after the kills, and again after the operator's reconciliation. */
  before: Reconciliation;
  after: Reconciliation;
  /** Ids of orders that visitors got and that are not stored. */
  unknownOrders: string[];
}

/** Starts the product with fault injection and a short time-out for bookings at the upstream. */
export function startForCheckouts(): Promise<Stack> {
  return startStack({
    env: {
      LOG_LEVEL: 'fatal',
      UPSTREAM_FAULTS: 'on',
      UPSTREAM_SUBMIT_TIMEOUT_MS: '2500',
      FORM_LIMIT_PER_MINUTE: '0',
    },
  });
}

async function allVisits(
  client: ProductClient,
  batches: OfferedBatch[],
  checkouts: number,
  seed: number,
): Promise<Visit[]> {
  const visits: Visit[] = [];
  let next = 0;
  async function visitInTurn(): Promise<void> {
    while (next < checkouts) {
      const index = next;
      next += 1;
      const random = createRandom(seed + index);
      const email = `visitor-${index}@example.com`;
      const person = { email, seats: random.between(1, 4), batch: random.pick(batches) };
      visits.push(await visit(client, planOf(index, random), person, random));
    }
  }
  // Few concurrent visitors, so that short runs include several kills too.
  const concurrentVisitors = Math.max(2, Math.min(maxConcurrency, Math.floor(checkouts / 4)));
  await Promise.all(Array.from({ length: concurrentVisitors }, visitInTurn));
  return visits;
}

/** Runs `ops reconcile` until payments and bookings agree, or until the time-out. */
async function reconcileUntilClean(stack: Stack, client: ProductClient): Promise<Reconciliation> {
  const deadline = Date.now() + reconcileTimeoutMs;
  for (;;) {
    await ops(stack, 'reconcile', '--all');
    for (let look = 0; look < 10; look += 1) {
      const reconciliation = await reconcile(client, stack.databaseUrl);
      if (reconciliation.faults.length === 0 || Date.now() > deadline) return reconciliation;
      await sleep(500);
    }
  }
}

/**
 * @param stack from `startForCheckouts`, without payments
 * @param seed of all random choices except the kills' exact times
 */
export async function playCheckouts(stack: Stack, checkouts: number, seed: number): Promise<CheckoutRun> {
  const client = clientOf(stack);
  // Slow bookings, so that kills happen during bookings.
  await client.upstreamFault({ kind: 'slow', probability: 0.3, calls: ['booking'] });
  // Read before the first kill, because this read has only three attempts.
  const batches = await client.batchesOf(courseId);
  const endKilling = killRepeatedly(stack, createRandom(seed));
  const [ended] = await Promise.allSettled([allVisits(client, batches, checkouts, seed)]);
  const kills = await endKilling();
  if (ended.status === 'rejected') throw ended.reason;
  const visits = ended.value;
  const before = await reconcile(client, stack.databaseUrl);
  await client.upstreamFault({ kind: 'none' });
  const after = await reconcileUntilClean(stack, client);
  const onRecord = new Set((await ordersIn(stack.databaseUrl)).map((order) => order.provider_order_id));
  const unknownOrders = visits.map(({ orderId }) => orderId).filter((orderId) => !onRecord.has(orderId));
  return { visits, kills, before, after, unknownOrders };
}

/** @returns a summary in one line */
export function lineOf({ visits, kills, before, after }: CheckoutRun): string {
  const cutOff = visits.filter(({ callback }) => callback === 'cut off').length;
  return (
    `${visits.length} checkouts, ${kills} kills, ${cutOff} booking calls cut off, ` +
    `${before.faults.length} mismatches before reconciliation; ${after.booked} of ${after.captured} payments booked`
  );
}

/** @returns violations; empty if each captured payment has exactly one booking and nothing is lost */
export function faultsOf({ visits, after, unknownOrders }: CheckoutRun): string[] {
  const paid = visits.filter(({ plan }) => plan.outcome !== 'failed').length;
  return [
    ...after.faults,
    ...unknownOrders.map((orderId) => `${orderId} was given to a visitor and is not stored`),
    ...(after.captured === paid ? [] : [`${paid} payments were made and ${after.captured} captured`]),
  ];
}
