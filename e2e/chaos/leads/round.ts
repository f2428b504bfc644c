import { setTimeout as sleep } from 'node:timers/promises';
import { formNames } from '@meridian/contracts/leads/forms';
import type { Random } from '../random.ts';
import { passLeases, passTime, settle } from './clock.ts';
import { createPeople, type Person } from './people.ts';
import type { Product } from './product.ts';
import { type Door, type Visit, visit } from './visitor.ts';
import { calm, command, storm } from './weather.ts';

export interface RoundResult {
  visits: Visit[];
  people: Person[];
  kills: number;
  /** Dead letters that the operator sent again. */
  resent: number;
  durationMs: number;
}

const visitorsAtOnce = 24;
const doors: readonly Door[] = [...formNames, 'crm'];

/** Visitors come one after the other, many at once, until they are told to stop. */
function startVisitors(product: Product, random: Random, next: () => Person) {
  const visits: Visit[] = [];
  let open = true;
  async function comeAndGo(): Promise<void> {
    while (open) {
      const habits = { tries: random.chance(0.2) ? 1 : 60, doubleClick: random.chance(0.1) };
      visits.push(await visit(product.stack.baseUrl, random.pick(doors), next(), habits));
      await sleep(random.between(0, 150));
    }
  }
  const all = Promise.all(Array.from({ length: visitorsAtOnce }, comeAndGo));
  return {
    async close(): Promise<Visit[]> {
      open = false;
      await all;
      return visits;
    },
  };
}

/** Time runs quickly, so that tries and kills meet in every step of a lead's way. */
function startClock(product: Product) {
  let running = true;
  async function tick(): Promise<void> {
    while (running) {
      await passTime(product);
      await sleep(700);
    }
  }
  const ticking = tick();
  return {
    async stop(): Promise<void> {
      running = false;
      await ticking;
    },
  };
}

/**
 * One round: visitors send forms while everything around fails, and the BFF is killed in the middle of it, once
 * or more often. Then the weather clears, and time passes until every lead has come to its end.
 */
export async function playRound(product: Product, random: Random, name: string): Promise<RoundResult> {
  const { stack } = product;
  const startedAt = Date.now();
  const people = createPeople(name);
  await command(`${stack.sandboxUrl}/_sandbox/reset`, 'POST');
  await storm(stack, random);
  const visitors = startVisitors(product, random, people.next);
  const clock = startClock(product);
  const kills = random.between(1, 3);
  for (let killed = 0; killed < kills; killed += 1) {
    await sleep(random.between(200, 2_500));
    await stack.kill('bff');
    await passLeases(product);
    await stack.restart('bff');
  }
  await sleep(random.between(0, 500));
  // Who is still trying needs an answer, and that of a hung upstream takes its time.
  const visits = await visitors.close();
  await clock.stop();
  await calm(stack);
  const { resent } = await settle(product);
  return { visits, people: people.all, kills, resent, durationMs: Date.now() - startedAt };
}
