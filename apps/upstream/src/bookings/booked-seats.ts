import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** The batch and the seats of a booking as they are after its changes. */
const currentBatch = sql<number>`coalesce(changed_batch, course_schedule_id)`;
const currentSeats = sql<number>`coalesce(changed_seats, number_of_course)`;

/** Seats that are booked, by batch. */
export type BookedSeats = ReadonlyMap<number, number>;

/** @returns how many seats of each batch are booked here; batches without a booking are left out */
export async function readBookedSeats(
  database: Kysely<Tables> | Transaction<Tables>,
  batchIds: readonly number[],
): Promise<BookedSeats> {
  if (batchIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('bookings')
    .select([currentBatch.as('batch'), sql<number>`sum(${currentSeats})::bigint`.as('seats')])
    .where(currentBatch, 'in', batchIds)
    .groupBy(currentBatch)
    .execute();
  return new Map(rows.map(({ batch, seats }) => [batch, seats]));
}

/** Whoever sells seats of a batch does so one after the other, until the transaction ends. */
export async function lockBatchSeats(transaction: Transaction<Tables>, batchId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${batchId}::bigint)`.execute(transaction);
}
