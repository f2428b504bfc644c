/** Ends the sale of a batch that is called off. */
import { sql, type Transaction } from 'kysely';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { enqueueBatchWebhook } from '../../orders/effects/order-webhooks.ts';
import type { BatchPlan } from '../../orders/store/batch-plans.ts';
import { listedBatch } from '../../orders/store/order-tables.ts';
import { recordDecided } from '../batch-changes.ts';
import { orderIdsOfBatch } from '../orders-of-batch.ts';

/** `refund`: all bookings are cancelled; `choose`: each payer chooses another date or a refund. */
export type CallOffOutcome = NonNullable<BatchPlan['outcome']>;

/**
 * Closes a batch for sale, in the caller's transaction. For a batch that is already closed, changes the
 * outcome from `choose` to `refund`.
 *
 * @throws Refusal `conflict` if payers are to choose, but the bookings are being refunded already
 */
export async function closeSale(
  transaction: Transaction<Database>,
  batchId: number,
  outcome: CallOffOutcome,
): Promise<void> {
  const before = await transaction
    .selectFrom('batch_plans')
    .select(['state', 'outcome'])
    .where('batch_id', '=', String(batchId))
    .forUpdate()
    .executeTakeFirst();
  if (before?.outcome === outcome) return;
  if (before?.outcome === 'refund')
    throw new Refusal(
      'conflict',
      'refunded_already',
      'The bookings of this batch are already being refunded.',
    );
  const closed = {
    state: 'called_off',
    outcome,
    decided_at: databaseNow,
    updated_at: databaseNow,
  } as const;
  await transaction
    .insertInto('batch_plans')
    .values({ batch_id: batchId, ...closed })
    .onConflict((conflict) => conflict.column('batch_id').doUpdateSet(closed))
    .execute();
  const sold = await transaction
    .selectFrom('orders')
    .select(['batch', sql<string>`(batch ->> 'course_id')`.as('course_id')])
    .where(sql`(batch ->> 'course_schedule_id')::bigint`, '=', batchId)
    .limit(1)
    .executeTakeFirst();
  if (!sold || before?.state === 'called_off') return;
  const courseId = Number(sold.course_id);
  const change = await recordDecided(transaction, { batchId, courseId }, null);
  const orderIds = await orderIdsOfBatch(transaction, batchId);
  const batch = { ...listedBatch(sold.batch), course_schedule_id: batchId, course_id: courseId };
  await enqueueBatchWebhook(transaction, 'batch.called_off', { cause: change.id, batch, orderIds });
}
