/**
 * Check orders: test payments of ₹1 that verify a set-up. They are not sales, and have no row in `orders`.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { PaymentProvider, ProviderPayment, ProviderRefund } from '../../partners/payments/provider.ts';
import { ago, databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { transact } from '../../platform/database/transact.ts';

/** Razorpay's minimum amount is ₹1. */
export const checkOrderPaise = 100;

/** The payment page expires after this time. */
const maxPayMs = 24 * 60 * 60_000;

export type CheckOrder = Selectable<Schema['check_orders']>;

export interface CheckOrderServices {
  database: Kysely<Database>;
  provider: Pick<PaymentProvider, 'paymentsOfOrder' | 'capture' | 'refundsOfPayment' | 'refund'>;
  log: Pick<FastifyBaseLogger, 'info' | 'error'>;
}

/**
 * @param order.id our id, also the receipt number at the payment provider
 * @param order.providerOrderId the payment provider's id
 */
export async function insertCheckOrder(
  transaction: Transaction<Database>,
  { id, providerOrderId }: { id: string; providerOrderId: string },
): Promise<void> {
  await transaction
    .insertInto('check_orders')
    .values({
      id,
      provider_order_id: providerOrderId,
      state: 'created',
      refund_key: randomUUID(),
      created_at: databaseNow,
    })
    .execute();
}

export const findCheckOrder = (database: Kysely<Database>, id: string): Promise<CheckOrder | undefined> =>
  database.selectFrom('check_orders').selectAll().where('id', '=', id).executeTakeFirst();

/** @returns the payments that belong to check orders */
export async function paymentsOfCheckOrders(
  database: Kysely<Database>,
  paymentIds: readonly string[],
): Promise<Set<string | null>> {
  const rows = await database
    .selectFrom('check_orders')
    .select('payment_id')
    .where('payment_id', '=', sql<string>`any(${[...paymentIds]}::text[])`)
    .execute();
  return new Set(rows.map(({ payment_id: id }) => id));
}

/**
 * Posts the amount from one account to the other. The two entries of an order sum to zero in each account.
 */
async function post(
  transaction: Transaction<Database>,
  id: string,
  {
    debit,
    credit,
    paymentId,
    cause,
  }: { debit: 'gateway' | 'owed'; credit: 'gateway' | 'owed'; paymentId: string; cause: string },
): Promise<void> {
  await transaction
    .insertInto('ledger_entries')
    .values({
      check_order_id: id,
      payment_id: paymentId,
      debit,
      credit,
      paise: checkOrderPaise,
      reason: 'check',
      cause,
      step: 0,
    })
    .execute();
}

async function savePayment({ database }: CheckOrderServices, { id }: CheckOrder, payment: ProviderPayment) {
  return transact(database, async (transaction) => {
    const paid = await transaction
      .updateTable('check_orders')
      .set({ state: 'paid', payment_id: payment.id, paid_at: databaseNow })
      .where('id', '=', id)
      .where('state', '=', 'created')
      .returningAll()
      .executeTakeFirst();
    const entry = {
      debit: 'gateway',
      credit: 'owed',
      paymentId: payment.id,
      cause: `payment:${payment.id}`,
    } as const;
    if (paid) await post(transaction, id, entry);
    return paid;
  });
}

async function saveRefund({ database }: CheckOrderServices, id: string, refund: ProviderRefund) {
  await transact(database, async (transaction) => {
    const refunded = await transaction
      .updateTable('check_orders')
      .set({ state: 'refunded', provider_refund_id: refund.id, refunded_at: databaseNow })
      .where('id', '=', id)
      .where('state', '=', 'paid')
      .returning('id')
      .executeTakeFirst();
    const entry = {
      debit: 'owed',
      credit: 'gateway',
      paymentId: refund.paymentId,
      cause: `refund:${refund.id}`,
    } as const;
    if (refunded) await post(transaction, id, entry);
  });
}

/**
 * @returns the order with its payment; undefined if it has none yet, or if another process has recorded the
 * payment
 */
async function takePayment(services: CheckOrderServices, order: CheckOrder): Promise<CheckOrder | undefined> {
  const { items } = await services.provider.paymentsOfOrder(order.provider_order_id);
  const authorized = items.find(({ status }) => status === 'authorized');
  const captured =
    items.find((payment) => payment.captured === true) ??
    (authorized && (await services.provider.capture(authorized)));
  return captured && savePayment(services, order, captured);
}

/**
 * Refunds the payment, unless the payment provider already has a refund: the answer to an earlier request may
 * have been lost, or an operator may have made the refund in the dashboard.
 */
async function refund(
  services: CheckOrderServices,
  { id, payment_id: paymentId, refund_key: key }: CheckOrder,
) {
  if (paymentId === null) return;
  const made = await services.provider.refundsOfPayment(paymentId);
  const found = made.items.find(({ state }) => state !== 'failed');
  const refund = found ?? (await services.provider.refund(paymentId, checkOrderPaise, key));
  if (refund.state !== 'failed') return saveRefund(services, id, refund);
  // The payment provider returns the first refund for a repeated idempotency key, so another attempt needs a
  // new key.
  await services.database
    .updateTable('check_orders')
    .set({ refund_key: randomUUID() })
    .where('id', '=', id)
    .where('refund_key', '=', key)
    .execute();
}

/**
 * Advances open check orders: records the payment, then refunds it. Expires check orders without a payment
 * after two days. Safe to repeat and to run concurrently, because each step is looked up at the payment
 * provider before it is repeated.
 */
export async function advanceCheckOrders(services: CheckOrderServices): Promise<void> {
  const { database, log } = services;
  const open = await database
    .selectFrom('check_orders')
    .selectAll()
    .where('state', 'in', ['created', 'paid'])
    .orderBy('created_at')
    .execute();
  for (const order of open)
    try {
      const paid = order.state === 'paid' ? order : await takePayment(services, order);
      if (paid) await refund(services, paid);
    } catch (error) {
      log.error({ err: error, checkOrderId: order.id }, 'a check order could not be advanced and is retried');
    }
  await database
    .updateTable('check_orders')
    .set({ state: 'expired' })
    .where('state', '=', 'created')
    .where('created_at', '<', ago(2 * maxPayMs))
    .execute();
}

/** @returns true if the order's payment page still accepts a payment */
export const canPayCheckOrder = ({ state, created_at: createdAt }: CheckOrder, now: Date): boolean =>
  state === 'created' && now.getTime() - createdAt.getTime() < maxPayMs;
