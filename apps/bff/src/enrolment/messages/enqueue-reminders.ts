/** Reminders before a batch begins, by the database's clock. */
import { dayInIndia, readDay } from '@meridian/contracts/india-time';
import { type Kysely, sql } from 'kysely';
import { readTime } from '../../mail/calendar/batch-times.ts';
import { enqueueMails, type NewMail } from '../../mail/outbox/enqueue-mails.ts';
import { addressKey } from '../../platform/database/address-key.ts';
import { readClock } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import { orderAttendees, orderBatch } from '../orders/store/order-tables.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** The longest first; each ends where the next begins, so that a late worker sends one and not three. */
const reminders = [
  { before: '7_days', fromMs: 7 * dayMs, untilMs: dayMs },
  { before: '1_day', fromMs: dayMs, untilMs: 2 * hourMs },
  { before: '2_hours', fromMs: 2 * hourMs, untilMs: 0 },
] as const;

/** @returns when a batch begins; one without a time that can be read, at the start of its day in India */
function batchStart(batch: { start_date: string; start_time: string }): Date | null {
  const day = readDay(batch.start_date);
  return day === null ? null : new Date(`${day}T${readTime(batch.start_time) ?? '00:00:00'}+05:30`);
}

/** @returns the reminder that is due, unless the seats were booked when its moment was over */
export function dueReminder(
  startsAt: Date,
  bookedAt: Date,
  now: Date,
): { before: (typeof reminders)[number]['before']; expiresAt: Date } | undefined {
  const leftMs = startsAt.getTime() - now.getTime();
  const due = reminders.find(({ fromMs, untilMs }) => leftMs <= fromMs && leftMs > untilMs);
  if (!due || startsAt.getTime() - bookedAt.getTime() <= due.fromMs) return undefined;
  return { before: due.before, expiresAt: new Date(startsAt.getTime() - due.untilMs) };
}

const batchSize = 500;

async function readCandidates(database: Kysely<Database>, now: Date, after: string) {
  const last = new Date(now.getTime() + 8 * dayMs);
  return database
    .selectFrom('orders')
    .select(['id', 'batch', 'email', 'attendees', 'booked_at'])
    .where('booking', '=', 'booked')
    .where('email', '<>', '')
    .whereRef('cancelled_seats', '<', 'seats')
    .where('booked_at', 'is not', null)
    .where(sql<string>`batch ->> 'start_date'`, '>=', dayInIndia(now))
    .where(sql<string>`batch ->> 'start_date'`, '<=', dayInIndia(last))
    .where('id', '>', after)
    .orderBy('id')
    .limit(batchSize)
    .execute();
}

type Candidate = Awaited<ReturnType<typeof readCandidates>>[number];

function mailsOf({ id: orderId, email, booked_at, ...stored }: Candidate, now: Date): NewMail[] {
  const batch = orderBatch.tryParse(stored.batch);
  const attendees = orderAttendees.tryParse(stored.attendees);
  // An unreadable order is told of where it is read alone.
  if (!batch || !attendees) return [];
  const startsAt = batchStart(batch);
  const due = startsAt && booked_at && dueReminder(startsAt, booked_at, now);
  if (!due) return [];
  const { before, expiresAt } = due;
  const startsOn = batch.start_date;
  const mailTo = (recipient: string, facts: object): NewMail => {
    const cause = `reminder:${before}:${startsOn}:${orderId}:${addressKey(recipient).slice(0, 16)}`;
    return {
      kind: 'reminder',
      cause,
      orderId,
      recipient,
      expiresAt,
      facts: { before, startsOn, ...facts },
    };
  };
  const others = attendees.filter((person) => addressKey(person.email) !== addressKey(email));
  return [mailTo(email, {}), ...others.map((attendee) => mailTo(attendee.email, { attendee }))];
}

/** Notes the reminders that are due and are not noted yet. @returns how many are new */
export async function enqueueReminders(database: Kysely<Database>): Promise<number> {
  const now = await readClock(database);
  let enqueued = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const orders = await readCandidates(database, now, after);
    const mails = orders.flatMap((order) => mailsOf(order, now));
    enqueued += await transact(database, (transaction) => enqueueMails(transaction, mails));
    const last = orders.at(-1);
    if (!last || orders.length < batchSize) return enqueued;
    after = last.id;
  }
}
