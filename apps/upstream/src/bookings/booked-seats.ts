import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** Batch and seats of a booking after its changes. */
const currentBatch = sql<number>`coalesce(changed_batch, course_schedule_id)`;
const currentSeats = sql<number>`coalesce(changed_seats, number_of_course)`;

/** Booked seats by batch. */
export type BookedSeats = ReadonlyMap<number, number>;

/** @returns booked seats per batch; batches without bookings are omitted */
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

/** Advisory lock that serialises sales of a batch until the transaction ends. */
export async function lockBatchSeats(transaction: Transaction<Tables>, batchId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${batchId}::bigint)`.execute(transaction);
}
