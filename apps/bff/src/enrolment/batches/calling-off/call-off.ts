/**
 * Processes the bookings of a batch that is no longer sold. For each booking, a separate transaction requests
 * the refund, or asks the payer to choose. A repeated run continues where the last run stopped.
 */
import type { Kysely, Transaction } from 'kysely';
import { enqueueMails } from '../../../mail/outbox/enqueue-mails.ts';
import type { Database } from '../../../platform/database/database.ts';
import { transact } from '../../../platform/database/transact.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { calledOffMails } from '../../orders/effects/batch-mails.ts';
import { isBooked, isErased, type Order } from '../../orders/order.ts';
import { recordInHistory } from '../../orders/store/order-history.ts';
import { findOrder, lockOrder } from '../../orders/store/order-queries.ts';
import { changedByProvider } from '../../orders/terms.ts';
import { raiseVersion } from '../joining.ts';
import { orderIdsOfBatch } from '../orders-of-batch.ts';
import type { CallOffOutcome } from './close-sale.ts';
import { type CancellationPlans, missingPaise, ordersWithRefund } from './owed-refunds.ts';

/** The order decisions that a calling off needs. */
export interface OrderDecisions extends CancellationPlans {
  commit(
    transaction: Transaction<Database>,
    decision: {
      orderId: string;
      decision: { kind: 'cancel'; isAnnounced: boolean } | { kind: 'refund' };
      note: string;
    },
  ): Promise<{ order: Order; plan: { refundPaise: number } }>;
  /** Sends the refunds of a committed decision. Never rejects. */
  followUp(
    order: Order,
  ): Promise<{ followUp: 'none' | 'sent' | 'pending' | 'failed'; reason: string | null }>;
}

export interface CallOffDependencies {
  database: Kysely<Database>;
  jobs: Pick<Jobs, 'enqueue'>;
  /** Origin of the site, for links in emails. */
  publicUrl: string;
  decisions: OrderDecisions;
  /** True if the payment provider refused a refund because the balance is too low. */
  isMoneyShort: (reason: string) => boolean;
}

/** Note of the cancellations and refunds that calling off makes. */
export const calledOffNote = 'The batch was called off';

/**
 * @returns true if the payer was notified that this batch is called off; a notification before the order
 * moved here was about another batch
 */
async function wasAnnounced(transaction: Transaction<Database>, { id, movedAt }: Order): Promise<boolean> {
  const event = await transaction
    .selectFrom('order_events')
    .select('id')
    .where('order_id', '=', id)
    .where('event', '=', 'batch_called_off')
    .where('at', '>', movedAt ?? new Date(0))
    .limit(1)
    .executeTakeFirst();
  return event !== undefined;
}

interface Announcement {
  order: Order;
  batchId: number;
  refundPaise?: number;
}

async function announce(
  transaction: Transaction<Database>,
  { jobs, publicUrl }: CallOffDependencies,
  { order, batchId, ...refund }: Announcement,
): Promise<void> {
  await recordInHistory(transaction, [order], { source: 'operator', event: 'batch_called_off' });
  if (isErased(order)) return;
  const { version: sequence } = await raiseVersion(transaction, order);
  const cause = `batch_called_off:${batchId}:${order.id}`;
  await enqueueMails(transaction, calledOffMails(order, { cause, sequence, publicUrl, ...refund }), jobs);
}

/**
 * Result of the transaction for one order. `waiting`: paid and not booked yet; `left`: the order no longer
 * has seats in the batch.
 */
type Step = { kind: 'done'; order?: Order } | { kind: 'waiting' } | { kind: 'left' };

async function refundOrder(
  transaction: Transaction<Database>,
  deps: CallOffDependencies,
  order: Order,
  batchId: number,
): Promise<Step> {
  const orderId = order.id;
  if (!isBooked(order)) {
    if (order.booking !== 'review') return { kind: 'waiting' };
    const { order: after } = await deps.decisions.commit(transaction, {
      orderId,
      decision: { kind: 'refund' },
      note: calledOffNote,
    });
    return { kind: 'done', order: after };
  }
  const isAnnounced = !(await wasAnnounced(transaction, order));
  const decision = { kind: 'cancel', isAnnounced } as const;
  const { order: after, plan } = await deps.decisions.commit(transaction, {
    orderId,
    decision,
    note: calledOffNote,
  });
  if (isAnnounced) {
    // The email lists the people and seats before the cancellation, with the version after it.
    const announced = { ...order, version: after.version, state: after.state };
    await announce(transaction, deps, { order: announced, batchId, refundPaise: plan.refundPaise });
  }
  return { kind: 'done', order: after };
}

async function letChoose(
  transaction: Transaction<Database>,
  deps: CallOffDependencies,
  order: Order,
  batchId: number,
): Promise<Step> {
  if (!isBooked(order)) return { kind: 'waiting' };
  if (await wasAnnounced(transaction, order)) return { kind: 'done' };
  const terms = changedByProvider(order.terms, order.batch.start_date, 100);
  await transaction
    .updateTable('orders')
    .set({ terms: JSON.stringify(terms) })
    .where('id', '=', order.id)
    .execute();
  await announce(transaction, deps, { order, batchId });
  return { kind: 'done' };
}

async function step(
  deps: CallOffDependencies,
  orderId: string,
  batchId: number,
  outcome: CallOffOutcome,
): Promise<Step> {
  return transact(deps.database, async (transaction) => {
    const order = await lockOrder(transaction, 'id', orderId);
    const isThere = order?.batch.course_schedule_id === batchId && order.cancelledSeats < order.price.seats;
    if (!order || !isThere) return { kind: 'left' };
    const apply = outcome === 'refund' ? refundOrder : letChoose;
    return apply(transaction, deps, order, batchId);
  });
}

export interface CallOffProgress {
  /** Number of orders that were cancelled or refunded, or that have a payer who was asked to choose. */
  done: number;
  /** Number of refunds that the payment provider has accepted. */
  refunded: number;
  /** Number of refunds that the payment provider has not answered. A job resends them. */
  unanswered: number;
  /**
   * Number of orders that are paid and not booked. The worker refunds them, or books them and a later run
   * processes them. With the outcome `choose`, orders in review are included; they have a case.
   */
  waiting: number;
  /** Orders that failed, with the reason. */
  failures: { orderId: string; reason: string }[];
  /** Paise that the refunds still need; above 0 if the payment provider's balance is too low. */
  missingPaise: number;
}

const textOf = (error: unknown): string => {
  if (error instanceof Refusal) return error.message;
  throw error;
};

/**
 * Processes the bookings of a batch that is called off. A refused cancellation or refund does not stop the
 * others. If the payment provider's balance is too low, the remaining bookings wait.
 *
 * @param options.retriesRefunds true to retry refunds that failed
 */
export async function callOffOrders(
  deps: CallOffDependencies,
  { batchId, outcome }: { batchId: number; outcome: CallOffOutcome },
  options: { retriesRefunds: boolean; onStep?: (progress: CallOffProgress) => Promise<void> },
): Promise<CallOffProgress> {
  const progress: CallOffProgress = {
    done: 0,
    refunded: 0,
    unanswered: 0,
    waiting: 0,
    failures: [],
    missingPaise: 0,
  };
  const { database, decisions, isMoneyShort } = deps;

  /** @returns false if the payment provider's balance is too low */
  async function sendRefund(order: Order): Promise<boolean> {
    const { followUp, reason } = await decisions.followUp(order);
    if (followUp === 'sent') progress.refunded += 1;
    if (followUp === 'pending') progress.unanswered += 1;
    if (followUp !== 'failed') return true;
    if (reason !== null && isMoneyShort(reason)) return false;
    progress.failures.push({
      orderId: order.id,
      reason: reason ?? 'The payment provider refused the refund.',
    });
    return true;
  }

  async function resendRefund(orderId: string): Promise<boolean> {
    const order = await findOrder(database, 'id', orderId);
    return order ? sendRefund(order) : true;
  }

  async function retryRefund(orderId: string): Promise<boolean> {
    const { order } = await transact(database, (transaction) =>
      decisions.commit(transaction, { orderId, decision: { kind: 'refund' }, note: calledOffNote }),
    );
    return sendRefund(order);
  }

  async function take(orderId: string): Promise<boolean> {
    const taken = await step(deps, orderId, batchId, outcome);
    if (taken.kind === 'waiting') progress.waiting += 1;
    if (taken.kind === 'done') progress.done += 1;
    return taken.kind === 'done' && taken.order ? sendRefund(taken.order) : true;
  }

  const failed = await ordersWithRefund(database, batchId, 'failed');
  // The balance was too low before, and no operator has started the operation again. No further booking is
  // cancelled.
  if (!options.retriesRefunds && failed.some(({ reason }) => reason !== null && isMoneyShort(reason))) {
    progress.missingPaise = await missingPaise(deps, batchId);
    return progress;
  }
  const idsOf = (orders: readonly { orderId: string }[]) => orders.map(({ orderId }) => orderId);
  const work: [(orderId: string) => Promise<boolean>, string[]][] = [
    [resendRefund, idsOf(await ordersWithRefund(database, batchId, 'requested'))],
    [retryRefund, options.retriesRefunds ? idsOf(failed) : []],
    [take, await orderIdsOfBatch(database, batchId)],
  ];
  for (const [run, orderIds] of work)
    for (const orderId of orderIds) {
      try {
        if (!(await run(orderId))) {
          progress.missingPaise = await missingPaise(deps, batchId);
          return progress;
        }
      } catch (error) {
        // The refund was already requested, for example by another operator.
        if (error instanceof Refusal && error.code === 'nothing_to_refund') continue;
        progress.failures.push({ orderId, reason: textOf(error) });
      }
      await options.onStep?.(progress);
    }
  return progress;
}
