/**
 * Many entries wait for seats that become free a few at a time, on three replicas with separate pools.
 * Visitors of the site request the same seats. Each seat is offered once or sold once.
 */
import { expect, it } from 'vitest';
import { batchId } from '../../../testing/checkout/upstream-double.ts';
import { useWaitlistStack } from '../../../testing/waitlist/waitlist-stack.ts';
import { takenSeats } from '../seats/taken-seats.ts';

const seats = 20;
const waiting = 30;
const stack = await useWaitlistStack(3);

it('each seat that becomes free is offered or sold once, across replicas', async () => {
  await stack.reset();
  stack.setUpstream({ seats_left: 0 });
  for (let number = 0; number < waiting; number += 1) await stack.join(1 + (number % 3));
  let bought = 0;
  let refused = 0;
  async function visit(): Promise<void> {
    const answer = await stack.ask(1);
    if (answer.status === 200) bought += 1;
    else refused += 1;
  }
  for (let left = 1; left <= seats; left += 3) {
    // None of the seats that became free so far is booked at the upstream.
    stack.setUpstream({ seats_left: Math.min(left, seats) });
    const runs = stack.replicas.flatMap((replica) => [replica.offerSeats(), replica.offerSeats()]);
    await Promise.all([...runs, visit(), visit()]);
    const counted = (await takenSeats.count(stack.database, [batchId], new Date(0))).get(batchId)?.all;
    expect(counted).toBeLessThanOrEqual(left);
  }
  stack.setUpstream({ seats_left: seats });
  await Promise.all(stack.replicas.map((replica) => replica.offerSeats()));
  const entries = await stack.entries();
  const offered = entries.filter(({ state }) => state === 'offered');
  const offeredSeats = offered.reduce((sum, entry) => sum + entry.seats, 0);
  expect(offeredSeats + bought).toBe(seats);
  expect(new Set(offered.map(({ token }) => token)).size).toBe(offered.length);
  expect(offered.length).toBeGreaterThan(5);
  expect(refused).toBeGreaterThan(0);
  // An entry that was passed over requested more seats than were free.
  const behind = entries.slice(0, offered.length).filter(({ state }) => state === 'waiting');
  for (const entry of behind) expect(entry.passed_over_seats).toBeLessThan(entry.seats);
}, 60_000);
