/**
 * A batch that does not take place: its sale ends first, then each booking is refunded in a transaction of its own, or
 * its payer is asked to choose. Repeating it continues where it stopped.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import { enqueueMails } from '../../mail/outbox/enqueue-mails.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import { closeFoundCases } from '../orders/cases/case-store.ts';
import { calledOffMails } from '../orders/effects/batch-mails.ts';
import { isBooked, isErased, type Order } from '../orders/order.ts';
import type { BatchPlan } from '../orders/store/batch-plans.ts';
import { recordInHistory } from '../orders/store/order-history.ts';
import { findOrder, lockOrder } from '../orders/store/order-queries.ts';
import { changedByProvider } from '../orders/terms.ts';
import { caseKindOf, resolveChange } from './batch-changes.ts';
import { raiseVersion } from './joining.ts';
import { orderIdsOfBatch, readOrdersOfBatch } from './orders-of-batch.ts';

export type CallOffOutcome = NonNullable<BatchPlan['outcome']>;

/** The decisions about an order that calling off takes. */
export interface OrderDecisions {
  plan(order: Order, decision: { kind: 'cancel' }): { requestedPaise: number };
  commit(
    transaction: Transaction<Database>,
    decision: {
      orderId: string;
      decision: { kind: 'cancel'; isAnnounced: boolean } | { kind: 'refund' };
      note: string;
    },
  ): Promise<{ order: Order; plan: { refundPaise: number } }>;
  /** Sends the refunds of a committed decision; never fails. */
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
  /** True if the provider refused a refund because the account holds too little money. */
  isMoneyShort: (reason: string) => boolean;
}

const note = 'The batch does not take place';

/** Settles what the comparison found, and records that the batch is gone, for reminders and later comparisons. */
async function recordVanished(
  transaction: Transaction<Database>,
  batchId: number,
  courseId: number,
): Promise<void> {
  const open = await transaction
    .selectFrom('batch_changes')
    .selectAll()
    .where('batch_id', '=', String(batchId))
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst();
  if (open) {
    await resolveChange(transaction, open, 'over');
    await closeFoundCases(transaction, caseKindOf(open), [open.id]);
  }
  await transaction
    .insertInto('batch_changes')
    .values({
      batch_id: batchId,
      course_id: courseId,
      kind: 'vanished',
      batch: null,
      state: 'confirmed',
      found_at: databaseNow,
      settled_at: databaseNow,
    })
    .execute();
}

/**
 * Ends the sale of a batch, in the caller's transaction.
 * @throws Refusal `conflict` if its bookings were refunded already and the payers are to choose
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
      'The bookings of this batch are being refunded already.',
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
    .select(sql<string>`(batch ->> 'course_id')`.as('course_id'))
    .where(sql`(batch ->> 'course_schedule_id')::bigint`, '=', batchId)
    .limit(1)
    .executeTakeFirst();
  if (sold && before?.state !== 'called_off')
    await recordVanished(transaction, batchId, Number(sold.course_id));
}

async function wasAnnounced(transaction: Transaction<Database>, orderId: string): Promise<boolean> {
  const event = await transaction
    .selectFrom('order_events')
    .select('id')
    .where('order_id', '=', orderId)
    .where('event', '=', 'batch_called_off')
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

/** Committed for an order: `waiting` is booked or refunded by the worker first; `left`: it has no seats there any more. */
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
      note,
    });
    return { kind: 'done', order: after };
  }
  const isAnnounced = !(await wasAnnounced(transaction, orderId));
  const decision = { kind: 'cancel', isAnnounced } as const;
  const { order: after, plan } = await deps.decisions.commit(transaction, { orderId, decision, note });
  if (isAnnounced) {
    // Its people and seats are those of before; the version is that of after.
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
  if (await wasAnnounced(transaction, order.id)) return { kind: 'done' };
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
  done: number;
  /** Paid and not booked yet: the worker refunds them. */
  waiting: number;
  /** Why each failed, by order. */
  failures: { orderId: string; reason: string }[];
  /** The provider's account holds too little money; in paise, what the refunds still need. */
  missingPaise: number;
}

/** @returns what the refunds of a batch still need, in paise: failed, not answered, and still to be made */
async function missingPaise(deps: CallOffDependencies, batchId: number): Promise<number> {
  const { rows } = await sql<{ paise: string }>`
    select coalesce(sum(p.owed_paise), 0) + coalesce(sum((
      select sum(r.amount_paise) from refunds r where r.payment_id = p.payment_id and r.state = 'requested')), 0) as paise
    from order_payments p join orders o on o.id = p.order_id
    where (o.batch ->> 'course_schedule_id')::bigint = ${batchId}`.execute(deps.database);
  const left = (await readOrdersOfBatch(deps.database, batchId)).filter(isBooked);
  return left.reduce((sum, order) => sum + plannedPaise(deps, order), Number(rows[0]?.paise ?? 0));
}

function plannedPaise({ decisions }: CallOffDependencies, order: Order): number {
  try {
    return decisions.plan(order, { kind: 'cancel' }).requestedPaise;
  } catch (error) {
    // Disputed: it is not refunded.
    if (error instanceof Refusal) return 0;
    throw error;
  }
}

/** @returns the orders of a batch with a refund in a state: `requested` was not answered, `failed` was refused */
async function ordersWithRefund(
  database: Kysely<Database>,
  batchId: number,
  state: 'requested' | 'failed',
): Promise<string[]> {
  const rows = await database
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .innerJoin('order_payments', 'order_payments.payment_id', 'refunds.payment_id')
    .select('orders.id')
    .distinct()
    .where('refunds.state', '=', state)
    .where(sql`(orders.batch ->> 'course_schedule_id')::bigint`, '=', batchId)
    .$if(state === 'failed', (query) => query.where('order_payments.owed_paise', '>', '0'))
    .orderBy('orders.id')
    .execute();
  return rows.map(({ id }) => id);
}

const textOf = (error: unknown): string => {
  if (error instanceof Refusal) return error.message;
  throw error;
};

/**
 * Goes through the bookings of a batch that is called off. One that fails does not stop the others; a provider without
 * money does.
 *
 * @param options.retriesRefunds asks again for refunds that the provider refused
 */
export async function callOffOrders(
  deps: CallOffDependencies,
  { batchId, outcome }: { batchId: number; outcome: CallOffOutcome },
  options: { retriesRefunds: boolean; onStep?: (progress: CallOffProgress) => Promise<void> },
): Promise<CallOffProgress> {
  const progress: CallOffProgress = { done: 0, waiting: 0, failures: [], missingPaise: 0 };
  const { database, decisions, isMoneyShort } = deps;

  /** @returns false where the provider has no money for it */
  async function sendRefund(order: Order): Promise<boolean> {
    const { followUp, reason } = await decisions.followUp(order);
    if (followUp !== 'failed') return true;
    if (reason !== null && isMoneyShort(reason)) return false;
    progress.failures.push({ orderId: order.id, reason: reason ?? 'The provider refused the refund.' });
    return true;
  }

  async function sendAgain(orderId: string): Promise<boolean> {
    const order = await findOrder(database, 'id', orderId);
    return order ? sendRefund(order) : true;
  }

  async function askAgain(orderId: string): Promise<boolean> {
    const { order } = await transact(database, (transaction) =>
      decisions.commit(transaction, { orderId, decision: { kind: 'refund' }, note }),
    );
    return sendRefund(order);
  }

  async function take(orderId: string): Promise<boolean> {
    const taken = await step(deps, orderId, batchId, outcome);
    if (taken.kind === 'waiting') progress.waiting += 1;
    if (taken.kind === 'done') progress.done += 1;
    return taken.kind === 'done' && taken.order ? sendRefund(taken.order) : true;
  }

  const work: [(orderId: string) => Promise<boolean>, string[]][] = [
    [sendAgain, await ordersWithRefund(database, batchId, 'requested')],
    [askAgain, options.retriesRefunds ? await ordersWithRefund(database, batchId, 'failed') : []],
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
        progress.failures.push({ orderId, reason: textOf(error) });
      }
      await options.onStep?.(progress);
    }
  return progress;
}
