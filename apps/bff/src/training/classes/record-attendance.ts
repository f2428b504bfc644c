/** Records attendance of a batch, by its trainer or operators. The latest entry applies. */
import { emailKey } from '@meridian/contracts/enrolment/attendees';
import { formatDate } from '@meridian/contracts/format-time';
import { dayInIndia } from '@meridian/contracts/india-time';
import { sql, type Transaction } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { invalidField, Refusal } from '../../platform/refusal.ts';
import { readClass, type Seat } from './read-class.ts';

export type NamedSeat = Seat & { attendee: NonNullable<Seat['attendee']> };

/** An operator's entry: whether a person was present on a class day. */
interface AttendanceMark {
  email: string;
  /** Required if seats of the address have several names. */
  name?: string | undefined;
  day: string;
  present: boolean;
  /** The value that the operator saw, to detect a change by someone else. */
  was?: boolean | undefined;
}

/** Locks the attendance of a batch until the commit. Call before attendance is read for a change. */
export async function lockAttendance(transaction: Transaction<Database>, batchId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`attendance ${batchId}`}, 0))`.execute(
    transaction,
  );
}

/**
 * @param field name of the request's field with the day
 * @throws Refusal `day_invalid` for a day that is not a day of class, or is in the future
 */
export function requireOpen(days: readonly { day: string }[], day: string, now: Date, field = 'day'): void {
  if (!days.some((one) => one.day === day))
    throw invalidField('day_invalid', field, 'This is not a day of class.');
  if (day > dayInIndia(now)) throw invalidField('day_invalid', field, 'This day is in the future.');
}

/** @param by email address of an operator; null for the trainer */
export async function recordAttendance(
  transaction: Transaction<Database>,
  { order, attendee }: NamedSeat,
  { day, present, by }: { day: string; present: boolean; by: string | null },
): Promise<void> {
  const { id: orderId, batch } = order;
  if (present)
    await transaction
      .insertInto('attendance')
      .values({
        order_id: orderId,
        batch_id: batch.course_schedule_id,
        address_key: attendee.addressKey,
        name: attendee.name,
        day,
        recorded_at: databaseNow,
        recorded_by: by,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else
    await transaction
      .deleteFrom('attendance')
      .where('order_id', '=', orderId)
      .where('batch_id', '=', String(batch.course_schedule_id))
      .where('address_key', '=', attendee.addressKey)
      .where('name', '=', attendee.name)
      .where('day', '=', day)
      .execute();
}

/** @throws Refusal `invalid` at the field of the mark */
function seatsOfMark(seats: readonly Seat[], { email, name }: AttendanceMark, at: number): NamedSeat[] {
  const ofAddress = seats.flatMap(({ attendee, ...seat }) =>
    attendee && emailKey(attendee.email) === emailKey(email) ? [{ ...seat, attendee }] : [],
  );
  const found = ofAddress.filter(({ attendee }) => name === undefined || attendee.name === name);
  if (found.length === 0)
    throw invalidField(
      'attendee_unknown',
      `marks.${at}.email`,
      `${name === undefined ? email : `${name} <${email}>`} has no seat in this batch.`,
    );
  const names = new Set(found.map(({ attendee }) => attendee.name));
  if (names.size > 1)
    throw invalidField(
      'attendee_ambiguous',
      `marks.${at}.name`,
      `Enter the name: ${[...names].join(' and ')} have seats under ${email}.`,
    );
  return found;
}

/**
 * Records an operator's marks.
 * @returns the numbers of marks for present and absent
 * @throws Refusal `attendance_changed` if attendance differs from both `was` and `present` of a mark;
 * `invalid`
 */
export async function markAttendance(
  transaction: Transaction<Database>,
  { batchId, marks, by, now }: { batchId: number; marks: readonly AttendanceMark[]; by: string; now: Date },
): Promise<{ present: number; absent: number }> {
  await lockAttendance(transaction, batchId);
  const { seats } = await readClass(transaction, batchId);
  const counts = { present: 0, absent: 0 };
  for (const [at, mark] of marks.entries()) {
    const { day, present, was } = mark;
    const ofPerson = seatsOfMark(seats, mark, at);
    for (const seat of ofPerson) requireOpen(seat.days, day, now, `marks.${at}.day`);
    const isPresent = ofPerson.some((seat) => seat.present.includes(day));
    if (was !== undefined && isPresent !== was && isPresent !== present)
      throw new Refusal(
        'conflict',
        'attendance_changed',
        `The attendance of ${ofPerson[0]?.attendee.name} on ${formatDate(day)} has changed since it was shown. Nothing was saved. Please check it again.`,
      );
    for (const seat of ofPerson) await recordAttendance(transaction, seat, { day, present, by });
    counts[present ? 'present' : 'absent'] += 1;
  }
  return counts;
}
