import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { type SeatPlan, seatPlanOf } from '../schedule/seat-plan.ts';

/** Batch of a booking after its changes. */
const currentBatch = sql<number>`coalesce(changed_batch, course_schedule_id)`;
const currentSeats = sql<number>`coalesce(changed_seats, number_of_course)`;

/** Number of booked seats by batch id. */
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
    .where(currentBatch, '=', sql<number>`any(${batchIds}::bigint[])`)
    .groupBy(currentBatch)
    .execute();
  return new Map(rows.map(({ batch, seats }) => [batch, seats]));
}

/**
 * Takes an advisory lock until the transaction ends. It serialises the bookings of a batch and the changes of
 * its seats.
 */
export async function lockBatchSeats(transaction: Transaction<Tables>, batchId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${batchId}::bigint)`.execute(transaction);
}

/** The data of a batch that a sale needs. */
export interface SoldBatch {
  onSale: boolean;
  /**
   * Undefined if the seats are not counted or the batch has begun. A booking may arrive after the start, for
   * a payment that was made before the start.
   */
  plan: SeatPlan | undefined;
}

/**
 * Locks the seats of a batch and reads them.
 * @param today `YYYY-MM-DD`
 * @returns undefined if the course never had this batch
 */
export async function lockBatch(
  transaction: Transaction<Tables>,
  { courseId, batchId, today }: { courseId: number; batchId: number; today: string },
): Promise<SoldBatch | undefined> {
  await lockBatchSeats(transaction, batchId);
  const row = await transaction
    .selectFrom('batches')
    .select(['on_sale', 'first_day', 'seats', 'sold_elsewhere'])
    .where('id', '=', batchId)
    .where('course_id', '=', courseId)
    .executeTakeFirst();
  return row && { onSale: row.on_sale, plan: row.first_day > today ? seatPlanOf(row) : undefined };
}
