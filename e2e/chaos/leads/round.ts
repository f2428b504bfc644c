import { setTimeout as sleep } from 'node:timers/promises';
import { formNames } from '@meridian/contracts/leads/forms';
import type { Random } from '../random.ts';
import { calm, command, storm } from './faults.ts';
import { createPeople, type Person } from './personas.ts';
import { longestRefusalMs, type Strike, type Struck, strikes, strikeWith } from './process-faults.ts';
import type { Product } from './product.ts';
import { passLeases, passTime, settle } from './time-travel.ts';
import { type Door, type Told, type Visit, visit } from './visitor.ts';

export interface RoundResult {
  visits: Visit[];
  people: Person[];
  kills: number;
  /** How long after a fault visitors were still told to come back, at most. */
  longestRefusalMs: number;
  /** Dead letters that the operator sent again. */
  resent: number;
  durationMs: number;
}

const visitorsAtOnce = 24;
const doors: readonly Door[] = [...formNames, 'crm'];

/** Visitors come one after the other, many at once, until they are told to stop. */
function startVisitors(product: Product, random: Random, next: () => Person) {
  const visits: Visit[] = [];
  const told: Told[] = [];
  const onTold = (one: Told) => told.push(one);
  let open = true;
  async function comeAndGo(): Promise<void> {
    while (open) {
      const habits = { tries: random.chance(0.2) ? 1 : 60, doubleClick: random.chance(0.1), onTold };
      visits.push(await visit(product.stack.baseUrl, random.pick(doors), next(), habits));
      await sleep(random.between(0, 150));
    }
  }
  const all = Promise.all(Array.from({ length: visitorsAtOnce }, comeAndGo));
  return {
    told,
    async close(): Promise<Visit[]> {
      open = false;
      await all;
      return visits;
    },
  };
}

/** Time runs quickly, so that tries and kills meet in every step of a lead's way. */
function startClock(product: Product) {
  let [running, databaseAway, timesAway] = [true, false, 0];
  async function tick(): Promise<void> {
    while (running) {
      const before = timesAway;
      try {
        if (!databaseAway) await passTime(product);
      } catch (error) {
        // Unless it went away in the middle of it.
        if (timesAway === before) throw error;
      }
      await sleep(700);
    }
  }
  const ticking = tick();
  return {
    onDatabase: (away: boolean) => {
      databaseAway = away;
      if (away) timesAway += 1;
    },
    async stop(): Promise<void> {
      running = false;
      await ticking;
    },
  };
}

const takenAgainMs = 30_000;
/** After it no statement of a job is under way any more (`apps/bff/src/database/deadlines.ts`). */
const jobDeadlineMs = 15_000;

/** Waits until somebody is thanked. That it takes too long is for the verdict to say. */
async function untilThanked(told: readonly Told[], since: number): Promise<void> {
  const deadline = performance.now() + takenAgainMs;
  while (performance.now() < deadline) {
    if (told.some(({ at, kind }) => kind === 'thanked' && at > since)) return;
    await sleep(50);
  }
}

/** Two to four strikes, among them a kill and silent connections. */
function chooseStrikes(random: Random): Strike[] {
  const others = Array.from({ length: random.between(0, 2) }, () => random.pick(strikes));
  const chosen: Strike[] = ['kill the BFF', 'existing connections go silent', ...others];
  return chosen
    .map((strike) => ({ strike, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ strike }) => strike);
}

/**
 * One round: visitors send forms while everything around fails, and in the middle of it the BFF is killed, its
 * connections to the database fall silent or are cut, and the database restarts. Then the weather clears, and time
 * passes until every lead has come to its end.
 */
export async function playRound(
  product: Product,
  random: Random,
  name: string,
  chosen: readonly Strike[] = chooseStrikes(random),
): Promise<RoundResult> {
  const { stack } = product;
  const startedAt = Date.now();
  const people = createPeople(name);
  await command(`${stack.sandboxUrl}/_sandbox/reset`, 'POST');
  await storm(stack, random);
  const visitors = startVisitors(product, random, people.next);
  const clock = startClock(product);
  const struck: Struck[] = [];
  for (const strike of chosen) {
    await sleep(random.between(200, 2_500));
    const one = await strikeWith(strike, { product, random, onDatabase: clock.onDatabase });
    struck.push(one);
    await untilThanked(visitors.told, one.overAt);
  }
  await sleep(random.between(0, 500));
  // Who is still trying needs an answer, and that of a hung upstream takes its time.
  const visits = await visitors.close();
  await clock.stop();
  await calm(stack);
  if (chosen.at(-1) !== 'kill the BFF') {
    // A turn whose last word was lost on a silent connection is still leased. After this time none is under way.
    await sleep(jobDeadlineMs);
    await passLeases(product, { everybodyDead: false });
  }
  const { resent } = await settle(product);
  return {
    visits,
    people: people.all,
    kills: chosen.filter((strike) => strike === 'kill the BFF').length,
    longestRefusalMs: longestRefusalMs(struck, visitors.told),
    resent,
    durationMs: Date.now() - startedAt,
  };
}
