/** Joining instructions of a batch: the upstream's, unless an operator set others. */
import { cleanText } from '@meridian/contracts/leads/clean-text';
import { type Kysely, sql, type Transaction } from 'kysely';
import { noteMails } from '../../mail/outbox/note-mail.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Alongside, transact } from '../../platform/database/transact.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import { joiningMails, joiningOfBatches } from '../orders/effects/batch-mails.ts';
import { isBooked, isErased, type Order } from '../orders/order.ts';
import type { SoldBatch } from '../orders/store/order-tables.ts';
import { lockOrdersOfBatch, wasSold } from './orders-of-batch.ts';

const longestJoining = 4_000;

/** Raises the version of an order, which is the sequence of its calendar files. @returns the order then */
export async function raiseVersion(transaction: Transaction<Database>, order: Order): Promise<Order> {
  const version = order.version + 1;
  await transaction
    .updateTable('orders')
    .set({ version, updated_at: databaseNow })
    .where('id', '=', order.id)
    .execute();
  return { ...order, version };
}

/**
 * Notes mails about joining instructions to everybody of booked orders, in the transaction that locked them.
 * @returns how many orders
 */
export async function noteJoining(
  transaction: Transaction<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  orders: readonly Order[],
): Promise<number> {
  const told = orders.filter((order) => isBooked(order) && !isErased(order));
  for (const order of told) {
    const { version: sequence } = await raiseVersion(transaction, order);
    const cause = `joining_changed:${order.id}:${sequence}`;
    await noteMails(transaction, joiningMails(order, { cause, sequence }), jobs);
  }
  return told.length;
}

interface JoiningDependencies {
  database: Kysely<Database>;
  jobs: Pick<Jobs, 'enqueue'>;
}

/**
 * Tells attendees of instructions that changed since they were last told. Apart from setting them: whoever is booked
 * meanwhile is told too.
 *
 * @returns how many orders
 */
export async function tellJoining({ database, jobs }: JoiningDependencies): Promise<number> {
  const due = await database
    .selectFrom('batch_joining')
    .select('batch_id')
    .where('told_version', '<', sql.ref<number>('version'))
    .execute();
  let orders = 0;
  for (const { batch_id: batchId } of due)
    orders += await transact(database, async (transaction) => {
      const row = await transaction
        .selectFrom('batch_joining')
        .selectAll()
        .where('batch_id', '=', batchId)
        .where('told_version', '<', sql.ref<number>('version'))
        .forUpdate()
        .executeTakeFirst();
      if (!row) return 0;
      await transaction
        .updateTable('batch_joining')
        .set({ told_version: row.version })
        .where('batch_id', '=', batchId)
        .execute();
      const known = await lockOrdersOfBatch(transaction, Number(batchId));
      const instructed = known.filter(({ batch }) => (row.joining ?? batch.joining) !== undefined);
      return noteJoining(transaction, jobs, instructed);
    });
  return orders;
}

/** Takes over what the upstream says by now; attendees are mailed where no operator set other instructions. */
export async function adoptJoining(
  { database, jobs }: JoiningDependencies,
  { course_schedule_id: batchId, joining }: SoldBatch,
): Promise<void> {
  await transact(database, async (transaction) => {
    const orders = await lockOrdersOfBatch(transaction, batchId);
    const others = orders.filter(({ batch }) => batch.joining !== joining);
    for (const { id, batch } of others)
      await transaction
        .updateTable('orders')
        .set({ batch: JSON.stringify({ ...batch, joining }), updated_at: databaseNow })
        .where('id', '=', id)
        .execute();
    const isReplaced = (await joiningOfBatches(transaction, [batchId])).has(batchId);
    if (!isReplaced) await noteJoining(transaction, jobs, others);
  });
}

/** `orders`: attendees of so many orders are mailed. */
export type JoiningSet = { kind: 'set'; orders: number } | { kind: 'same' };

/**
 * Sets the joining instructions of a batch, and mails them to its attendees: once for each change.
 * @param joining plain text with line breaks; empty: the upstream's hold again
 * @param alongside commits with it
 * @throws Refusal `conflict` for a text that is too long, or a batch that was not sold
 */
export async function setJoining(
  deps: JoiningDependencies,
  batchId: number,
  joining: string,
  alongside?: Alongside,
): Promise<JoiningSet> {
  const text = cleanText(joining) || null;
  if (text !== null && text.length > longestJoining)
    throw new Refusal(
      'conflict',
      'joining_too_long',
      `Joining instructions have at most ${longestJoining} characters.`,
    );
  if (!(await wasSold(deps.database, batchId)))
    throw new Refusal('conflict', 'batch_not_sold', 'No seat of this batch was sold here.');
  const isNew = await transact(deps.database, async (transaction) => {
    const row = await transaction
      .insertInto('batch_joining')
      .values({
        batch_id: batchId,
        joining: text,
        version: 1,
        told_version: 0,
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
    if (row) await alongside?.(transaction);
    return row !== undefined;
  });
  const orders = await tellJoining(deps);
  return isNew ? { kind: 'set', orders } : { kind: 'same' };
}
