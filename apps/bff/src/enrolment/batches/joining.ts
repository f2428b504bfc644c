/** Joining instructions of a batch: the upstream's, unless an operator set others. */
import { type Kysely, sql, type Transaction } from 'kysely';
import { enqueueMails } from '../../mail/outbox/enqueue-mails.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import { joiningMails, joiningOfBatches } from '../orders/effects/batch-mails.ts';
import { peopleOf } from '../orders/effects/mail-people.ts';
import { isBooked, isErased, type Order } from '../orders/order.ts';
import type { SoldBatch } from '../orders/store/order-tables.ts';
import { lockOrdersOfBatch, readOrdersOfBatch, wasSold } from './orders-of-batch.ts';

/**
 * Raises the version of an order, which is the sequence number of its calendar files.
 *
 * @returns the changed order
 */
export async function raiseVersion(transaction: Transaction<Database>, order: Order): Promise<Order> {
  const version = order.version + 1;
  await transaction
    .updateTable('orders')
    .set({ version, updated_at: databaseNow })
    .where('id', '=', order.id)
    .execute();
  return { ...order, version };
}

const isNotified = (order: Order) => isBooked(order) && !isErased(order);

/**
 * @param joining the operator's instructions; null: the upstream's instructions apply
 * @returns the orders that have joining instructions
 */
const instructed = (orders: readonly Order[], joining: string | null) =>
  orders.filter(({ batch }) => (joining ?? batch.joining) !== undefined);

/**
 * Enqueues mails about joining instructions to all people of those orders that are booked and not erased, in
 * the transaction that locked the orders.
 *
 * @returns the number of orders emailed
 */
export async function enqueueJoiningMails(
  transaction: Transaction<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  orders: readonly Order[],
): Promise<number> {
  const notified = orders.filter(isNotified);
  for (const order of notified) {
    const { version: sequence } = await raiseVersion(transaction, order);
    const cause = `joining_changed:${order.id}:${sequence}`;
    await enqueueMails(transaction, joiningMails(order, { cause, sequence }), jobs);
  }
  return notified.length;
}

interface JoiningDependencies {
  database: Kysely<Database>;
  jobs: Pick<Jobs, 'enqueue'>;
}

/**
 * Emails the people of each batch if an operator changed its joining instructions since the last email. Runs
 * in a later transaction than `setJoining`, so that people booked in between are included.
 *
 * @returns the number of orders emailed
 */
export async function notifyJoining({ database, jobs }: JoiningDependencies): Promise<number> {
  const due = await database
    .selectFrom('batch_joining')
    .select('batch_id')
    .where('notified_version', '<', sql.ref<number>('version'))
    .execute();
  let orders = 0;
  for (const { batch_id: batchId } of due)
    orders += await transact(database, async (transaction) => {
      const row = await transaction
        .selectFrom('batch_joining')
        .selectAll()
        .where('batch_id', '=', batchId)
        .where('notified_version', '<', sql.ref<number>('version'))
        .forUpdate()
        .executeTakeFirst();
      if (!row) return 0;
      await transaction
        .updateTable('batch_joining')
        .set({ notified_version: row.version })
        .where('batch_id', '=', batchId)
        .execute();
      const known = await lockOrdersOfBatch(transaction, Number(batchId));
      return enqueueJoiningMails(transaction, jobs, instructed(known, row.joining));
    });
  return orders;
}

/**
 * Stores the upstream's joining instructions in the orders of a batch. Emails the people of the changed
 * orders, unless an operator set other instructions.
 *
 * @returns the number of orders emailed
 */
export async function adoptJoiningIn(
  transaction: Transaction<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  { course_schedule_id: batchId, joining }: SoldBatch,
): Promise<number> {
  const orders = await lockOrdersOfBatch(transaction, batchId);
  const others = orders.filter(({ batch }) => batch.joining !== joining);
  for (const { id, batch } of others)
    await transaction
      .updateTable('orders')
      .set({ batch: JSON.stringify({ ...batch, joining }), updated_at: databaseNow })
      .where('id', '=', id)
      .execute();
  const isReplaced = (await joiningOfBatches(transaction, [batchId])).has(batchId);
  return isReplaced ? 0 : enqueueJoiningMails(transaction, jobs, others);
}

/** Runs `adoptJoiningIn` in a separate transaction. */
export async function adoptJoining({ database, jobs }: JoiningDependencies, batch: SoldBatch): Promise<void> {
  await transact(database, (transaction) => adoptJoiningIn(transaction, jobs, batch));
}

export interface JoiningSet {
  /** False if the same instructions were set last. */
  isChange: boolean;
  /** Number of orders that are emailed. */
  orders: number;
  people: number;
}

/**
 * Sets the joining instructions of a batch. `notifyJoining` sends the emails afterwards.
 *
 * @param joining plain text with line breaks; if empty, the upstream's instructions apply again
 * @throws Refusal `conflict` if no seat of the batch was sold or held here
 */
export async function setJoining(
  transaction: Transaction<Database>,
  batchId: number,
  joining: string,
): Promise<JoiningSet> {
  if (!(await wasSold(transaction, batchId)))
    throw new Refusal('conflict', 'batch_not_sold', 'No seat of this batch was sold here.');
  const text = joining || null;
  const row = await transaction
    .insertInto('batch_joining')
    .values({
      batch_id: batchId,
      joining: text,
      version: 1,
      notified_version: 0,
      updated_at: databaseNow,
    })
    .onConflict((conflict) =>
      conflict
        .column('batch_id')
        .doUpdateSet({
          joining: text,
          version: sql<number>`batch_joining.version + 1`,
          updated_at: databaseNow,
        })
        .where('batch_joining.joining', 'is distinct from', text),
    )
    .returning('version')
    .executeTakeFirst();
  if (!row) return { isChange: false, orders: 0, people: 0 };
  const orders = instructed(await readOrdersOfBatch(transaction, batchId), text).filter(isNotified);
  const people = orders.reduce((count, order) => count + peopleOf(order).length, 0);
  return { isChange: true, orders: orders.length, people };
}
