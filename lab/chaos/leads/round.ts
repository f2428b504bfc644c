import { setTimeout as sleep } from 'node:timers/promises';
import { formNames } from '@meridian/contracts/leads/forms';
import type { Random } from '../random.ts';
import { clearFaults, command, injectFaults } from './faults.ts';
import { createPersonas, type Persona } from './personas.ts';
import {
  type FaultWindow,
  injectProcessFault,
  longestRefusalMs,
  type ProcessFault,
  processFaults,
} from './process-faults.ts';
import type { Product } from './product.ts';
import { advanceTime, deliverAll, expireLeases } from './time-travel.ts';
import { type Answered, type Endpoint, type Visit, visit } from './visitor.ts';

export interface RoundResult {
  visits: Visit[];
  personas: Persona[];
  kills: number;
  /** Max recovery time after a fault. */
  longestRefusalMs: number;
  /** Number of dead letters that the operator resent. */
  resent: number;
  durationMs: number;
}

const visitorsAtOnce = 24;
const endpoints: readonly Endpoint[] = [...formNames, 'crm'];

/** Runs concurrent visitors, each of whom sends one form after another, until closed. */
function startVisitors(product: Product, random: Random, next: () => Persona) {
  const visits: Visit[] = [];
  const told: Answered[] = [];
  const onAnswered = (one: Answered) => told.push(one);
  let open = true;
  async function sendForms(): Promise<void> {
    while (open) {
      const habits = { tries: random.chance(0.2) ? 1 : 60, doubleClick: random.chance(0.1), onAnswered };
      visits.push(await visit(product.stack.baseUrl, random.pick(endpoints), next(), habits));
      await sleep(random.between(0, 150));
    }
  }
  const all = Promise.all(Array.from({ length: visitorsAtOnce }, sendForms));
  return {
    told,
    async close(): Promise<Visit[]> {
      open = false;
      await all;
      return visits;
    },
  };
}

/** Makes waiting attempts due all the time, so that kills happen at every step of a lead. */
function startTimeTravel(product: Product) {
  let [running, databaseAway, timesAway] = [true, false, 0];
  async function tick(): Promise<void> {
    while (running) {
      const before = timesAway;
      try {
        if (!databaseAway) await advanceTime(product);
      } catch (error) {
        // Expected if the database has gone down meanwhile.
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

const acceptedAgainMs = 30_000;
/** Deadline of a job's statements (`apps/bff/src/platform/database/connection/deadlines.ts`). */
const jobDeadlineMs = 15_000;

/** Waits until a lead is accepted, or until the time-out. The result of the round reports a slow recovery. */
async function untilThanked(told: readonly Answered[], since: number): Promise<void> {
  const deadline = performance.now() + acceptedAgainMs;
  while (performance.now() < deadline) {
    if (told.some(({ at, kind }) => kind === 'thanked' && at > since)) return;
    await sleep(50);
  }
}

/** Two to four faults, including a kill and frozen connections. */
function chooseProcessFaults(random: Random): ProcessFault[] {
  const others = Array.from({ length: random.between(0, 2) }, () => random.pick(processFaults));
  const chosen: ProcessFault[] = ['kill the BFF', 'existing connections go silent', ...others];
  return chosen
    .map((fault) => ({ fault, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ fault }) => fault);
}

/**
 * One round: visitors send forms under faults, while the BFF is killed, its database connections freeze or
 * break, and the database restarts. Then the faults end and time advances until every lead has a final state.
 */
export async function playRound(
  product: Product,
  random: Random,
  name: string,
  chosen: readonly ProcessFault[] = chooseProcessFaults(random),
): Promise<RoundResult> {
  const { stack } = product;
  const startedAt = Date.now();
  const personas = createPersonas(name);
  await command(`${stack.sandboxUrl}/_sandbox/reset`, 'POST');
  await injectFaults(stack, random);
  const visitors = startVisitors(product, random, personas.next);
  const timeTravel = startTimeTravel(product);
  const windows: FaultWindow[] = [];
  for (const fault of chosen) {
    await sleep(random.between(200, 2_500));
    const one = await injectProcessFault(fault, { product, random, onDatabase: timeTravel.onDatabase });
    windows.push(one);
    await untilThanked(visitors.told, one.overAt);
  }
  await sleep(random.between(0, 500));
  // Waits for the answers to visitors, which a hanging upstream delays.
  const visits = await visitors.close();
  await timeTravel.stop();
  await clearFaults(stack);
  if (chosen.at(-1) !== 'kill the BFF') {
    // An attempt on a frozen connection keeps its lease. After the deadline no attempt is in progress.
    await sleep(jobDeadlineMs);
    await expireLeases(product, { everybodyDead: false });
  }
  const { resent } = await deliverAll(product);
  return {
    visits,
    personas: personas.all,
    kills: chosen.filter((fault) => fault === 'kill the BFF').length,
    longestRefusalMs: longestRefusalMs(windows, visitors.told),
    resent,
    durationMs: Date.now() - startedAt,
  };
}
