/** Reads the attendees of a batch and their attendance. */
import { createHash } from 'node:crypto';
import type { Attendee } from '@meridian/contracts/enrolment/attendees';
import type { LateAttendee } from '@meridian/contracts/training/class-list';
import { type Kysely, sql, type Transaction } from 'kysely';
import { readOrdersOfBatch } from '../../enrolment/batches/orders-of-batch.ts';
import { isBooked, type Order } from '../../enrolment/orders/order.ts';
import type { SoldBatch } from '../../enrolment/orders/store/order-tables.ts';
import { type ClassDay, classDaysOf } from '../../mail/calendar/class-days.ts';
import { addressKey } from '../../platform/database/address-key.ts';
import type { Database } from '../../platform/database/database.ts';

type Reader = Kysely<Database> | Transaction<Database>;

/**
 * A booked seat. Its days are stored with its order, and may differ from the batch's until a change is
 * confirmed.
 */
export interface Seat {
  order: Order;
  payer: string;
  /** Null while no attendee is named. */
  attendee: (Attendee & { person: string; addressKey: string }) | null;
  days: readonly ClassDay[];
  /** False if only the first day is known. */
  hasAllDays: boolean;
  /** Days on which the attendee was present, `YYYY-MM-DD`. */
  present: string[];
  /** Email addresses of operators who recorded some of the days; the trainer recorded the others. */
  recordedBy: string[];
}

export interface BatchClass {
  /** The batch as sold in the first order; undefined if no seat is booked. */
  batch: SoldBatch | undefined;
  /** Sorted by the payers' names. */
  seats: Seat[];
  /** All class days of all seats. */
  days: ClassDay[];
  hasAllDays: boolean;
  /** Attendance recorded for people who no longer have a seat. */
  former: { name: string; present: string[] }[];
  /** People who came without a booking. */
  additions: LateAttendee[];
}

/** @returns an opaque id of an attendee on the class list: a hash of order, batch, address and name */
const personOf = (order: Order, { name, email }: Attendee) =>
  createHash('sha256')
    .update(JSON.stringify([order.id, order.batch.course_schedule_id, addressKey(email), name]))
    .digest('hex')
    .slice(0, 32);

function seatsOf(order: Order): Seat[] {
  const { days = [], areAll = false } = classDaysOf(order.batch) ?? {};
  const { firstName, lastName } = order.contact;
  return Array.from({ length: order.price.seats - order.cancelledSeats }, (_, index) => {
    const attendee = order.attendees[index];
    return {
      order,
      payer: `${firstName} ${lastName}`.trim(),
      attendee: attendee
        ? { ...attendee, person: personOf(order, attendee), addressKey: addressKey(attendee.email) }
        : null,
      days,
      hasAllDays: areAll,
      present: [],
      recordedBy: [],
    };
  });
}

const dayText = sql<string>`day::text`.as('day');
const rowKey = (orderId: string, address: string, name: string) => JSON.stringify([orderId, address, name]);

/** @throws UnreadableRow */
export async function readClass(database: Reader, batchId: number): Promise<BatchClass> {
  const orders = (await readOrdersOfBatch(database, batchId)).filter(isBooked);
  const seats = orders
    .flatMap(seatsOf)
    .toSorted((one, other) => one.payer.toLowerCase().localeCompare(other.payer.toLowerCase()));
  const rows = await database
    .selectFrom('attendance')
    .select(['order_id', 'address_key', 'name', 'recorded_by', dayText])
    .where('batch_id', '=', String(batchId))
    .orderBy('day')
    .execute();
  const additions = await database
    .selectFrom('late_attendees')
    .select(['name', 'email', dayText])
    .where('batch_id', '=', String(batchId))
    .orderBy('day')
    .orderBy('recorded_at')
    .execute();
  const byPerson = Map.groupBy(rows, (row) => rowKey(row.order_id, row.address_key, row.name));
  for (const seat of seats) {
    if (!seat.attendee) continue;
    const key = rowKey(seat.order.id, seat.attendee.addressKey, seat.attendee.name);
    const own = byPerson.get(key) ?? [];
    seat.present = own.map(({ day }) => day);
    seat.recordedBy = [...new Set(own.flatMap(({ recorded_by: by }) => by ?? []))];
    byPerson.delete(key);
  }
  const days = new Map(seats.flatMap((seat) => seat.days.map((day) => [day.day, day] as const)));
  return {
    batch: orders[0]?.batch,
    seats,
    days: [...days.values()].toSorted((one, other) => one.day.localeCompare(other.day)),
    hasAllDays: seats.every((seat) => seat.hasAllDays),
    former: [...byPerson.values()].map((rows) => ({
      name: rows[0]?.name ?? '',
      present: rows.map(({ day }) => day),
    })),
    additions,
  };
}
