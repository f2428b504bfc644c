/** The amount that the payment provider still has to refund for a batch that is called off. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isBooked, type Order } from '../../orders/order.ts';
import { readOrdersOfBatch } from '../orders-of-batch.ts';

export interface CancellationPlans {
  /** @returns the amount that the payment provider would be asked to refund, in paise @throws Refusal */
  plan(order: Order, decision: { kind: 'cancel' } | { kind: 'refund' }): { requestedPaise: number };
}

/** @returns the sum of a batch's refunds that failed, are not answered, or are still to be made, in paise */
export async function missingPaise(
  deps: { database: Kysely<Database>; decisions: CancellationPlans },
  batchId: number,
): Promise<number> {
  const { rows } = await sql<{ paise: string }>`
    select coalesce(sum(p.owed_paise), 0) + coalesce(sum((
      select sum(r.amount_paise) from refunds r where r.payment_id = p.payment_id and r.state = 'requested')), 0) as paise
    from order_payments p join orders o on o.id = p.order_id
    where (o.batch ->> 'course_schedule_id')::bigint = ${batchId}`.execute(deps.database);
  const left = (await readOrdersOfBatch(deps.database, batchId)).filter(isBooked);
  return left.reduce((sum, order) => sum + plannedPaise(deps, order), Number(rows[0]?.paise ?? 0));
}

function plannedPaise({ decisions }: { decisions: CancellationPlans }, order: Order): number {
  try {
    return decisions.plan(order, { kind: 'cancel' }).requestedPaise;
  } catch (error) {
    // For example, a disputed payment is not refunded.
    if (error instanceof Refusal) return 0;
    throw error;
  }
}

/**
 * @returns the orders of a batch with a refund in this state, and the reason of the newest such refund;
 * `requested`: not answered; `failed`: failed, and money is still owed
 */
export async function ordersWithRefund(
  database: Kysely<Database>,
  batchId: number,
  state: 'requested' | 'failed',
): Promise<{ orderId: string; reason: string | null }[]> {
  const rows = await database
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .innerJoin('order_payments', 'order_payments.payment_id', 'refunds.payment_id')
    .select(['orders.id as orderId', 'refunds.reason'])
    .distinctOn('orders.id')
    .where('refunds.state', '=', state)
    .where(sql`(orders.batch ->> 'course_schedule_id')::bigint`, '=', batchId)
    .$if(state === 'failed', (query) => query.where('order_payments.owed_paise', '>', '0'))
    .orderBy('orders.id')
    .orderBy('refunds.created_at', 'desc')
    .execute();
  return rows;
}
