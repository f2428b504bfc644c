/** Enqueues reminders before a batch and before each day of class, by the database's clock. */
import { dayInIndia, readDay } from '@meridian/contracts/india-time';
import { type Kysely, sql } from 'kysely';
import { readTime } from '../../mail/calendar/batch-times.ts';
import { classDaysOf } from '../../mail/calendar/class-days.ts';
import { enqueueMails, type NewMail } from '../../mail/outbox/enqueue-mails.ts';
import { addressKey } from '../../platform/database/address-key.ts';
import { readClock } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import { orderAttendees, orderBatch, type SoldBatch } from '../orders/store/order-tables.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/**
 * Reminders before the first day. Each period ends where the next begins, so that a late worker sends only
 * one.
 */
const reminders = [
  { before: '7_days', fromMs: 7 * dayMs, untilMs: dayMs },
  { before: '1_day', fromMs: dayMs, untilMs: hourMs },
] as const;

/** @returns the start of a batch; if its time is unreadable, the start of its day in India */
function batchStart(batch: { start_date: string; start_time: string }): Date | null {
  const day = readDay(batch.start_date);
  return day === null ? null : new Date(`${day}T${readTime(batch.start_time) ?? '00:00:00'}+05:30`);
}

interface Due {
  before: (typeof reminders)[number]['before'] | '1_hour';
  expiresAt: Date;
  /** The day of class, `YYYY-MM-DD`; only for `1_hour`. */
  classDay?: string;
}

/**
 * @returns the due reminder of the first day; undefined if none is due, or if the seats were booked after the
 * reminder's period began
 */
export function dueReminder(startsAt: Date, bookedAt: Date, now: Date): Due | undefined {
  const leftMs = startsAt.getTime() - now.getTime();
  const due = reminders.find(({ fromMs, untilMs }) => leftMs <= fromMs && leftMs > untilMs);
  if (!due || startsAt.getTime() - bookedAt.getTime() <= due.fromMs) return undefined;
  return { before: due.before, expiresAt: new Date(startsAt.getTime() - due.untilMs) };
}

/** @returns the reminder of the class that starts within an hour */
export function dueClass(batch: SoldBatch, bookedAt: Date, now: Date): Due | undefined {
  for (const { day, hours } of classDaysOf(batch)?.days ?? []) {
    // Without a start time, "an hour before" is unknown.
    if (!hours) continue;
    const startsAt = new Date(`${day}T${hours.start}+05:30`);
    const leftMs = startsAt.getTime() - now.getTime();
    const wasBooked = startsAt.getTime() - bookedAt.getTime() > hourMs;
    if (leftMs > 0 && leftMs <= hourMs && wasBooked)
      return { before: '1_hour', expiresAt: startsAt, classDay: day };
  }
  return undefined;
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
    .where(
      sql<string>`coalesce(nullif(batch ->> 'end_date', ''), batch ->> 'start_date')`,
      '>=',
      dayInIndia(now),
    )
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
  // An unreadable order gets no reminder. Other jobs and the order's page report it.
  if (!batch || !attendees) return [];
  const startsAt = batchStart(batch);
  const due =
    startsAt && booked_at && (dueClass(batch, booked_at, now) ?? dueReminder(startsAt, booked_at, now));
  if (!due) return [];
  const { before, expiresAt, classDay } = due;
  const startsOn = batch.start_date;
  const mailTo = (recipient: string, facts: object): NewMail => {
    const about = `${before}:${classDay ?? startsOn}:${orderId}`;
    const cause = `reminder:${about}:${addressKey(recipient).slice(0, 16)}`;
    return {
      kind: 'reminder',
      cause,
      orderId,
      recipient,
      expiresAt,
      facts: { before, startsOn, ...(classDay && { classDay }), ...facts },
    };
  };
  const others = attendees.filter((person) => addressKey(person.email) !== addressKey(email));
  return [mailTo(email, {}), ...others.map((attendee) => mailTo(attendee.email, { attendee }))];
}

/** Enqueues due reminders once. @returns the number of new reminders */
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
