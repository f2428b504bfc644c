/** Reads orders with their payments. */
import type { OrderState } from '@meridian/contracts/checkout/orders';
import type { Kysely, Transaction } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database } from '../database/database.ts';
import { type Order, orderOf } from './order.ts';

type Reader = Kysely<Database> | Transaction<Database>;

const paymentColumns = [
  'order_payments.payment_id',
  'order_payments.role',
  'order_payments.refund',
  'order_payments.failed_refunds',
  'order_payments.status',
  'order_payments.amount_paise',
  'order_payments.currency',
] as const;

/** Orders with their payments, read in one statement: in two, a payment could come in between them. */
function selectOrders(database: Reader) {
  return database
    .selectFrom('orders')
    .selectAll('orders')
    .select((select) =>
      jsonArrayFrom(
        select
          .selectFrom('order_payments')
          .select(paymentColumns)
          .whereRef('order_payments.order_id', '=', 'orders.id')
          .orderBy('seen_at')
          .orderBy('payment_id'),
      ).as('payments'),
    );
}

/** @returns the order by one of its three unguessable or internal names */
export async function findOrder(
  database: Reader,
  by: 'id' | 'razorpay_order_id' | 'receipt_token',
  value: string,
): Promise<Order | undefined> {
  const row = await selectOrders(database).where(by, '=', value).executeTakeFirst();
  return row && orderOf(row, row.payments);
}

/** @returns orders, newest first, of one state or of all */
export async function listOrders(
  database: Reader,
  options: { state?: OrderState; limit: number },
): Promise<Order[]> {
  let query = selectOrders(database).orderBy('created_at', 'desc').limit(options.limit);
  if (options.state) query = query.where('state', '=', options.state);
  return (await query.execute()).map((row) => orderOf(row, row.payments));
}

/** The same with the row locked until the transaction ends; whoever changes an order comes through here. */
export async function lockOrder(
  transaction: Transaction<Database>,
  by: 'id' | 'razorpay_order_id',
  value: string,
): Promise<Order | undefined> {
  const row = await transaction
    .selectFrom('orders')
    .selectAll()
    .where(by, '=', value)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  // A statement of its own: the first one's view is from before the wait for the lock.
  const payments = await transaction
    .selectFrom('order_payments')
    .select(paymentColumns)
    .where('order_id', '=', row.id)
    .orderBy('seen_at')
    .orderBy('payment_id')
    .execute();
  return orderOf(row, payments);
}
