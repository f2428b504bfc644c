import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Order } from '../orders/order.ts';

/** When an operator last called off each batch, by batch id. */
type CalledOff = ReadonlyMap<number, Date>;

export async function calledOffBatches(
  database: Kysely<Database> | Transaction<Database>,
  batchIds: readonly number[],
): Promise<CalledOff> {
  if (batchIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('batch_changes')
    .select(({ fn }) => ['batch_id', fn.max('settled_at').as('at')])
    .where('batch_id', 'in', [...new Set(batchIds)].map(String))
    .where('kind', '=', 'vanished')
    .where('state', '=', 'confirmed')
    .groupBy('batch_id')
    .execute();
  return new Map(rows.flatMap(({ batch_id: id, at }) => (at ? [[Number(id), at]] : [])));
}

/**
 * True if the order was called off with its batch. A batch can come back, so an order that was paid or moved
 * to it later was not called off.
 */
export function isCalledOff(
  calledOff: CalledOff,
  { batch, paidAt, movedAt }: Pick<Order, 'batch' | 'paidAt' | 'movedAt'>,
): boolean {
  const at = calledOff.get(batch.course_schedule_id);
  const takenAt = movedAt ?? paidAt;
  return at !== undefined && (takenAt === null || takenAt <= at);
}
