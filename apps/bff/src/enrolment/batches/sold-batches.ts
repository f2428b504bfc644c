/** Lists sold batches for operators. */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { type BatchChange, listedChange } from '../orders/store/batch-tables.ts';
import { listedBatch, type SoldBatch } from '../orders/store/order-tables.ts';
import { hasSeats, orderIdsOfBatch } from './orders-of-batch.ts';

export interface SoldBatchRow {
  batch: SoldBatch;
  orders: number;
  /** Seats that are not cancelled. */
  seats: number;
  /** The newest finding, open or decided. */
  change: BatchChange | undefined;
  /** The joining instructions that an operator set. */
  joining: Selectable<Schema['batch_joining']> | undefined;
}

/** @returns the newest snapshot of each batch, with sums over all its orders that have seats */
async function readSnapshots(database: Kysely<Database>, where: ReturnType<typeof sql<boolean>>) {
  const { rows } = await sql<{ id: string; batch: unknown; orders: number; seats: number }>`
    select (batch ->> 'course_schedule_id')::bigint as id,
      (array_agg(batch order by created_at desc))[1] as batch,
      count(*)::integer as orders, sum(seats - cancelled_seats)::integer as seats
    from orders
    where ${hasSeats} and ${where}
    group by (batch ->> 'course_schedule_id')::bigint
    order by min(batch ->> 'start_date'), 2`.execute(database);
  return rows.map(({ id, batch, ...sums }) => ({
    ...sums,
    batch: { ...listedBatch(batch), course_schedule_id: Number(id) },
  }));
}

/**
 * @param since `YYYY-MM-DD`; selects batches that begin after this day, and batches with an open finding;
 * ignored if `batchId` is set
 * @returns the batches, sorted by their first day
 */
export async function listSoldBatches(
  database: Kysely<Database>,
  { since, batchId, limit }: { since: string; batchId?: number; limit: number },
): Promise<SoldBatchRow[]> {
  const id = sql`(batch ->> 'course_schedule_id')::bigint`;
  const requested =
    batchId === undefined
      ? sql<boolean>`(batch ->> 'start_date' > ${since}
          or ${id} in (select batch_id from batch_changes where state = 'open'))`
      : sql<boolean>`${id} = ${batchId}`;
  const snapshots = (await readSnapshots(database, requested)).slice(0, limit);
  const ids = snapshots.map(({ batch }) => String(batch.course_schedule_id));
  if (ids.length === 0) return [];
  const changes = await database
    .selectFrom('batch_changes')
    .selectAll()
    .distinctOn('batch_id')
    .where('batch_id', 'in', ids)
    .orderBy('batch_id')
    .orderBy('id', 'desc')
    .execute();
  const joining = await database
    .selectFrom('batch_joining')
    .selectAll()
    .where('batch_id', 'in', ids)
    .execute();
  return snapshots.map((row) => ({
    ...row,
    change: changes.map(listedChange).find((one) => Number(one.batch_id) === row.batch.course_schedule_id),
    joining: joining.find((one) => Number(one.batch_id) === row.batch.course_schedule_id),
  }));
}

export interface BatchPage extends SoldBatchRow {
  /** All findings, newest first. */
  changes: BatchChange[];
  orderIds: string[];
}

/** @returns undefined if no order has seats in the batch */
export async function findSoldBatch(
  database: Kysely<Database>,
  batchId: number,
): Promise<BatchPage | undefined> {
  const [row] = await listSoldBatches(database, { since: '', batchId, limit: 1 });
  if (!row) return undefined;
  const changes = await database
    .selectFrom('batch_changes')
    .selectAll()
    .where('batch_id', '=', String(batchId))
    .orderBy('id', 'desc')
    .execute();
  return { ...row, changes: changes.map(listedChange), orderIds: await orderIdsOfBatch(database, batchId) };
}
