/** Bookings under kills of the worker and of the mail server: what arrives, and how often. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Stack, startStack } from '@meridian/stack/stack';
import { clientOf, type OfferedBatch, openedOrder, type ProductClient } from '../payments/client.ts';
import { createRandom, type Random } from '../random.ts';
import { countsOf, hurry, type InboxCounts, noteBacklog, type OutboxState, outboxOf } from './inbox.ts';

export interface TrialPlan {
  bookings: number;
  /** Mails that are noted beside those of the bookings, to be sent under kills. */
  backlog: number;
  kills: number;
  seed: number;
  /** Greylisting, deferrals and lost answers besides the kills. */
  faults: boolean;
}

export interface Trial {
  booked: number;
  kills: number;
  outbox: OutboxState;
  inbox: InboxCounts;
  /** Mails under a Message-ID beyond the first. */
  extraCopies: number;
  /** Sent as the outbox says, and not in the inbox. */
  missing: number;
  drainSeconds: number;
}

const courseId = 101;
const visitors = 8;
const longestLifeMs = 4_000;
const drainTimeoutMs = 30 * 60_000;
const pollMs = 1_000;

export function startForMails(): Promise<Stack> {
  return startStack({ env: { LOG_LEVEL: 'fatal', FORM_LIMIT_PER_MINUTE: '0' } });
}

/** Until it works: servers are killed meanwhile. */
async function untilDone<Result>(run: () => Promise<Result | undefined>): Promise<Result> {
  for (let tries = 0; tries < 600; tries += 1) {
    const result = await run().catch(() => undefined);
    if (result !== undefined) return result;
    await sleep(200);
  }
  throw new Error('it did not work for two minutes');
}

async function bookOne(client: ProductClient, index: number, batch: OfferedBatch): Promise<void> {
  const contact = {
    ...{ first_name: 'Asha', last_name: 'Rao', phone_number: '98450 12345' },
    email: `payer-${index}@example.in`,
  };
  const attendees = [{ name: 'Ravi Rao', email: `guest-${index}@example.in` }];
  const wanted = {
    ...{ course_id: batch.courseId, course_schedule_id: batch.batchId, number_of_course: 1 },
    ...contact,
  };
  const { order_id: orderId, amount } = await untilDone(async () => {
    const { body } = await client.api('checkout', { ...wanted, attendees });
    return openedOrder.safeParse(body).data?.data;
  });
  const paid = await untilDone(() => client.pay(orderId, 'captured', 'drop'));
  await untilDone(async () => {
    const answer = await client.api('booking', { ...wanted, total_fee: amount / 100, ...paid });
    return answer.httpStatus === 200 ? true : undefined;
  });
}

async function fault(stack: Stack, body: object): Promise<void> {
  await fetch(`${stack.sandboxUrl}/_sandbox/faults`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ service: 'smtp', ...body }),
  });
}

async function setFaults(stack: Stack): Promise<void> {
  for (const [kind, probability] of [
    ...([
      ['greylist', 0.05],
      ['defer', 0.02],
      ['lost_answer', 0.01],
    ] as const),
  ])
    await fault(stack, { kind, probability });
}

/** Kills servers in turn until stopped, or so many times. @returns stops; resolves with the number of kills */
function killInTurn(
  stack: Stack,
  names: readonly ('bff' | 'sandbox')[],
  { kills, faults }: TrialPlan,
  random: Random,
): () => Promise<number> {
  let going = true;
  let done = 0;
  async function run(): Promise<void> {
    while (going && done < kills) {
      await sleep(random.between(500, longestLifeMs));
      const name = names[done % names.length];
      if (!going || !name) return;
      await stack.kill(name, 'SIGKILL');
      done += 1;
      await stack.restart(name);
      if (faults && name === 'sandbox') await setFaults(stack);
    }
  }
  const running = run();
  // The returned function reports a failed restart.
  running.catch(() => undefined);
  return async () => {
    going = false;
    await running;
    return done;
  };
}

/** Mails that wait for a retry are tried at once: a trial has no hours. */
async function untilDrained(stack: Stack): Promise<OutboxState> {
  const deadline = Date.now() + drainTimeoutMs;
  for (;;) {
    await hurry(stack.databaseUrl);
    const outbox = await outboxOf(stack.databaseUrl);
    if (outbox.due === 0 || Date.now() > deadline) return outbox;
    await sleep(pollMs);
  }
}

/**
 * @param stack from `startForMails`
 * @returns what happened; {@link faultsOf} judges it
 */
export async function playTrial(stack: Stack, plan: TrialPlan): Promise<Trial> {
  const client = clientOf(stack);
  const random = createRandom(plan.seed);
  const batches = (await client.batchesOf(courseId)).slice(0, 6);
  if (plan.faults) await setFaults(stack);
  let next = 0;
  async function bookInTurn(): Promise<void> {
    while (next < plan.bookings) {
      next += 1;
      await bookOne(client, next, random.pick(batches));
    }
  }
  // The sandbox has the payments as well: while bookings are made it lives.
  const stopFirst = killInTurn(stack, ['bff'], { ...plan, kills: Math.floor(plan.kills / 2) }, random);
  await Promise.all(Array.from({ length: visitors }, bookInTurn));
  const firstKills = await stopFirst();
  await noteBacklog(stack.databaseUrl, plan.backlog);
  const startedAt = performance.now();
  const rest = { ...plan, kills: plan.kills - firstKills };
  const stopRest = killInTurn(stack, ['sandbox', 'bff'], rest, random);
  const outbox = await untilDrained(stack);
  const kills = firstKills + (await stopRest());
  const drainSeconds = (performance.now() - startedAt) / 1_000;
  const inbox = await countsOf(stack.sandboxUrl);
  const copies = Object.values(inbox.copies);
  return {
    ...{ booked: plan.bookings, kills, outbox, inbox, drainSeconds },
    extraCopies: copies.reduce((sum, count) => sum + count - 1, 0),
    missing: outbox.sent.filter((id) => !(id in inbox.copies)).length,
  };
}

/** @returns what is wrong; nothing for a good trial */
export function faultsOf({ kills, outbox, inbox, extraCopies, missing }: Trial): string[] {
  const most = kills + inbox.lost_answers;
  return [
    ...(missing > 0 ? [`${missing} mails are sent, and not in the inbox`] : []),
    ...(outbox.due > 0 ? [`${outbox.due} mails are still due`] : []),
    ...(outbox.untold > 0 ? [`${outbox.untold} booked orders have no confirmation`] : []),
    ...(extraCopies > most ? [`${extraCopies} extra copies, at most ${most} are allowed`] : []),
  ];
}
