/** Confirms or dismisses a detected change of a batch, with its emails in the same transaction. */
import type { Transaction } from 'kysely';
import { enqueueMails } from '../../mail/outbox/enqueue-mails.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import { closeFoundCases } from '../orders/cases/case-store.ts';
import { calledOffMails, joiningOfBatches, movedMails } from '../orders/effects/batch-mails.ts';
import {
  enqueueBatchWebhook,
  enqueueMovedWebhook,
  enqueuePostponedWebhook,
} from '../orders/effects/order-webhooks.ts';
import { isBooked, isErased, type Order } from '../orders/order.ts';
import { type BatchChange, toBatchChange } from '../orders/store/batch-tables.ts';
import { recordInHistory } from '../orders/store/order-history.ts';
import type { SoldBatch } from '../orders/store/order-tables.ts';
import { changedByProvider } from '../orders/terms.ts';
import { caseKindOf, resolveChange } from './batch-changes.ts';
import { type BatchTerm, describeBatch, differencesOf } from './batch-terms.ts';
import { calledOffBatches, isCalledOff } from './called-off.ts';
import { raiseVersion } from './joining.ts';
import { lockOrdersOfBatch } from './orders-of-batch.ts';

export interface DecideChangeDependencies {
  jobs: Pick<Jobs, 'enqueue'>;
  /** Origin of the site, for links in mails. */
  publicUrl: string;
}

const notOpen = 'The difference is not open: it was decided before, or the upstream has changed again.';

/** @throws Refusal `conflict` if the finding is not open; UnreadableRow */
async function lockOpen(transaction: Transaction<Database>, changeId: string): Promise<BatchChange> {
  const row = await transaction
    .selectFrom('batch_changes')
    .selectAll()
    .where('id', '=', changeId)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('conflict', 'finding_not_open', notOpen);
  return toBatchChange(row);
}

async function record(
  transaction: Transaction<Database>,
  order: Order,
  event: string,
  note: string | null,
): Promise<void> {
  await recordInHistory(transaction, [order], { source: 'operator', event, note });
}

export type ChangeContext = DecideChangeDependencies & {
  transaction: Transaction<Database>;
  change: BatchChange;
};

const isMailed = (order: Order) => isBooked(order) && !isErased(order);

/** If one of these terms changes, the payer may cancel for a full refund. */
const movingTerms: readonly BatchTerm[] = ['days', 'mode', 'city', 'state'];

/**
 * Stores the new snapshot in the orders of a changed batch, enqueues the emails and webhooks, and closes the
 * case.
 *
 * @returns the number of orders emailed
 */
export async function applyChanged(
  context: ChangeContext,
  orders: readonly Order[],
  batch: SoldBatch,
): Promise<number> {
  const { transaction, change, jobs, publicUrl } = context;
  const batchId = Number(change.batch_id);
  const set = (await joiningOfBatches(transaction, [batchId])).get(batchId);
  const joining = set ?? batch.joining ?? null;
  let mailed = 0;
  const moved: string[] = [];
  let from: SoldBatch | undefined;
  for (const order of orders) {
    const differences = differencesOf(order.batch, batch);
    if (differences.length === 0) continue;
    const isMoved = differences.some((term) => movingTerms.includes(term));
    const terms = changedByProvider(order.terms, batch.start_date, isMoved ? 100 : 0);
    const { version: sequence } = await raiseVersion(transaction, order);
    await transaction
      .updateTable('orders')
      .set({ batch: JSON.stringify(batch), terms: JSON.stringify(terms) })
      .where('id', '=', order.id)
      .execute();
    const note = `From ${describeBatch(order.batch)} to ${describeBatch(batch)}`;
    await record(transaction, order, 'batch_changed', note);
    if (differences.includes('days') && isBooked(order)) {
      await enqueueMovedWebhook(transaction, order, batch, sequence);
      moved.push(order.id);
      from ??= order.batch;
    }
    if (!isMailed(order)) continue;
    const cause = `batch_changed:${change.id}:${order.id}`;
    await enqueueMails(transaction, movedMails(order, batch, { cause, sequence, publicUrl, joining }), jobs);
    mailed += 1;
  }
  if (from) await enqueuePostponedWebhook(transaction, from, { cause: change.id, batch, orderIds: moved });
  await closeFoundCases(transaction, caseKindOf(change), [change.id]);
  return mailed;
}

/**
 * Notifies the people of a batch that is called off. The case stays open until no order has seats in the
 * batch.
 *
 * @returns the number of orders emailed
 */
async function applyCalledOff(context: ChangeContext, orders: readonly Order[]): Promise<number> {
  const { transaction, change, jobs, publicUrl } = context;
  const before = await calledOffBatches(transaction, [Number(change.batch_id)]);
  for (const { id, terms, batch } of orders)
    await transaction
      .updateTable('orders')
      .set({ terms: JSON.stringify(changedByProvider(terms, batch.start_date, 100)) })
      .where('id', '=', id)
      .execute();
  const affected = orders.filter((order) => !isCalledOff(before, order));
  const [first] = affected;
  if (first)
    await enqueueBatchWebhook(transaction, 'batch.called_off', {
      cause: change.id,
      batch: first.batch,
      orderIds: affected.map(({ id }) => id),
    });
  const notified = affected.filter(isMailed);
  for (const order of notified) {
    const { version: sequence } = await raiseVersion(transaction, order);
    await record(transaction, order, 'batch_called_off', null);
    const cause = `batch_called_off:${change.id}:${order.id}`;
    await enqueueMails(transaction, calledOffMails(order, { cause, sequence, publicUrl }), jobs);
  }
  return notified.length;
}

/**
 * Confirms that a batch changed or is called off. The orders of a changed batch get the new snapshot. The
 * people of booked orders are emailed.
 *
 * @returns the number of orders emailed
 * @throws Refusal `conflict` if the finding is not open
 */
export async function confirmChange(
  transaction: Transaction<Database>,
  deps: DecideChangeDependencies,
  changeId: string,
): Promise<number> {
  const change = await lockOpen(transaction, changeId);
  const orders = await lockOrdersOfBatch(transaction, Number(change.batch_id));
  const context = { ...deps, transaction, change };
  const emailed = await (change.batch
    ? applyChanged(context, orders, change.batch)
    : applyCalledOff(context, orders));
  await resolveChange(transaction, change, 'confirmed');
  return emailed;
}

/**
 * Dismisses a finding: no emails are sent, and an equal finding opens no further case.
 *
 * @throws Refusal `conflict` if the finding is not open
 */
export async function dismissChange(
  transaction: Transaction<Database>,
  changeId: string,
  note: string,
): Promise<void> {
  const change = await lockOpen(transaction, changeId);
  await resolveChange(transaction, change, 'dismissed', note);
  await closeFoundCases(transaction, caseKindOf(change), [change.id]);
}
