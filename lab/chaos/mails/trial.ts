/**
 * Makes bookings while the worker and the mail server are killed, and counts the copies of each email that
 * arrives.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Stack, startStack } from '@meridian/stack/stack';
import { clientOf } from '../payments/client.ts';
import { createRandom } from '../random.ts';
import { bookMany } from './bookings.ts';
import { createKiller } from './kills.ts';
import { type InboxCounts, type MailServer, startMailServer } from './mail-server.ts';
import { type Outbox, type OutboxState, openOutbox } from './outbox.ts';

export interface TrialPlan {
  bookings: number;
  /** Number of emails that are enqueued after all bookings and sent under kills. */
  backlog: number;
  /** Number of kills: two thirds during the bookings, the rest while the backlog is sent. */
  kills: number;
  seed: number;
  /** Whether greylisting, deferrals and lost answers are injected besides the kills. */
  faults: boolean;
}

export interface Trial {
  plan: TrialPlan;
  kills: { worker: number; mailServer: number };
  outbox: OutboxState;
  inbox: InboxCounts;
  /** Number of emails with a Message-ID that had already arrived. */
  extraCopies: number;
  /** Number of emails that are sent according to the outbox, but not in the inbox. */
  missing: number;
  bookingSeconds: number;
  /** Seconds from the last booking. */
  drainSeconds: number;
}

const courseId = 101;
const drainTimeoutMs = 30 * 60_000;
const pollMs = 1_000;
const faultsOfServer = { greylist: 0.05, defer: 0.02, lost_answer: 0.01 };

export interface Place {
  stack: Stack;
  server: MailServer;
  stop: () => Promise<void>;
}

export async function startForMails(): Promise<Place> {
  const server = await startMailServer();
  const { smtpUrl: SMTP_URL } = server;
  const env = { LOG_LEVEL: 'fatal', FORM_LIMIT_PER_MINUTE: '0', SMTP_URL };
  const sender = { MAIL_FROM: 'Academy <mail@academy.example>', OPERATOR_EMAIL: 'desk@academy.example' };
  try {
    const stack = await startStack({ env: { ...env, ...sender } });
    return { stack, server, stop: () => stack.stop().finally(server.stop) };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Makes emails that wait for a retry due, because a trial does not take hours. */
async function untilDrained(outbox: Outbox): Promise<void> {
  for (const deadline = Date.now() + drainTimeoutMs; Date.now() < deadline; ) {
    await outbox.hurry();
    if ((await outbox.due()) === 0) return;
    await sleep(pollMs);
  }
}

/**
 * @param print receives the progress
 * @returns the results; {@link faultsOf} checks them
 */
export async function playTrial(
  { stack, server }: Place,
  plan: TrialPlan,
  print: (line: string) => void,
): Promise<Trial> {
  const { bookings, backlog, kills, seed } = plan;
  const client = clientOf(stack);
  const random = createRandom(seed);
  const batches = (await client.batchesOf(courseId)).slice(0, 6);
  const killer = createKiller({ stack, server }, random);
  const outbox = openOutbox(stack.databaseUrl);
  try {
    if (plan.faults) await server.setFaults(faultsOfServer);
    const beganAt = performance.now();
    const secondsSince = (timestamp: number) => (performance.now() - timestamp) / 1_000;
    let booked = 0;
    const onBooked = (count: number) => {
      booked = count;
      if (count % 1_000 === 0) print(`${count} booked after ${secondsSince(beganAt).toFixed(0)} s`);
    };
    const duringBookings = bookings === 0 ? 0 : Math.ceil((kills * 2) / 3);
    await Promise.all([
      bookMany(client, { bookings, batches, random }, onBooked),
      killer.byProgress(duringBookings, () => booked / bookings),
    ]);
    const bookingSeconds = secondsSince(beganAt);
    print(`${await outbox.due()} emails are due after the last booking`);
    await outbox.recordBacklog(backlog);
    const drainedFrom = performance.now();
    let isDraining = true;
    const killing = killer.byTime(kills - duringBookings, () => isDraining);
    await untilDrained(outbox);
    isDraining = false;
    const drainSeconds = secondsSince(drainedFrom);
    await killing;
    const [state, inbox] = [await outbox.state(), await server.counts()];
    return {
      plan,
      kills: killer.killed,
      outbox: state,
      inbox,
      bookingSeconds,
      drainSeconds,
      extraCopies: Object.values(inbox.copies).reduce((sum, count) => sum + count - 1, 0),
      missing: state.sent.filter((id) => !(id in inbox.copies)).length,
    };
  } finally {
    await outbox.close();
  }
}

/** @returns violations; empty for a good trial */
export function faultsOf({ plan, kills, outbox, inbox, extraCopies, missing }: Trial): string[] {
  const max = kills.worker + kills.mailServer + inbox.lost_answers;
  const wrong: [boolean, string][] = [
    [outbox.booked !== plan.bookings, `${outbox.booked} orders are booked, of ${plan.bookings}`],
    [missing > 0, `${missing} emails are marked as sent, but not in the inbox`],
    [outbox.due > 0, `${outbox.due} emails are still due`],
    [outbox.unreported > 0, `${outbox.unreported} bookings are not confirmed to payer and attendee`],
    [outbox.ended > 0, `${outbox.ended} emails ended without being sent`],
    [extraCopies > max, `${extraCopies} extra copies, at most ${max} are allowed`],
  ];
  return wrong.flatMap(([isWrong, what]) => (isWrong ? what : []));
}
