/** Resolves changes of bookings: each is accepted, left to an operator in an open case, or closed. */
import { formatDay } from '@meridian/contracts/format-time';
import { type Selectable, sql, type Transaction } from 'kysely';
import { enqueueMails, type NewMail } from '../../../mail/outbox/enqueue-mails.ts';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { caseDescriptions } from '../cases/case-kinds.ts';
import { joiningOfBatches, movedMails } from '../effects/batch-mails.ts';
import { enqueueMovedWebhook } from '../effects/order-webhooks.ts';
import { isBooked, isErased, type Order } from '../order.ts';
import { receiptPath } from '../receipt-path.ts';
import { recordInHistory } from '../store/order-history.ts';
import { findOrder } from '../store/order-queries.ts';
import { applyEvent } from '../store/order-store.ts';
import { orderBatch, type SoldBatch } from '../store/order-tables.ts';
import { changedByProvider, movedByPayer, percentOf, type SaleTerms } from '../terms.ts';
import { type PriceReduction, reducePrice, reductionOf } from './price-reduction.ts';

export type ChangeRow = Selectable<Schema['booking_changes']>;

/** The services that store answers. */
export interface AnswerServices {
  jobs: Pick<Jobs, 'enqueue'>;
  /** Origin of the site, for links in mails. */
  publicUrl: string;
}

const kindOf = ({ seats, batch }: ChangeRow) =>
  seats !== null ? 'cancellation_refused' : batch !== null ? 'move_refused' : 'attendees_refused';

const spanOf = ({ course_schedule_id: id, start_date: start }: SoldBatch) =>
  `batch ${id} (${formatDay(start)})`;

async function record(
  transaction: Transaction<Database>,
  order: Order,
  event: 'moved' | 'change_refused',
  { source, note }: { source: 'worker' | 'operator'; note: string },
): Promise<void> {
  await recordInHistory(transaction, [order], { source, event, note });
}

async function end(
  transaction: Transaction<Database>,
  change: ChangeRow,
  values:
    | { state: 'accepted' | 'closed' }
    | { state: 'refused' | 'by_hand'; reason: string; open_case: string },
): Promise<void> {
  await transaction
    .updateTable('booking_changes')
    .set({ open_case: null, busy_until: null, updated_at: databaseNow, ...values })
    .where('id', '=', change.id)
    .execute();
}

async function closeCase(transaction: Transaction<Database>, caseId: string, note: string): Promise<void> {
  await transaction
    .updateTable('cases')
    .set({ closed_at: databaseNow, note })
    .where('id', '=', caseId)
    .execute();
}

/**
 * Closes earlier changes that wait for an operator, and their cases. A change of seats or attendees contains
 * the resulting state, so it replaces earlier changes of the same part.
 */
async function closeReplaced(transaction: Transaction<Database>, change: ChangeRow): Promise<void> {
  if (change.batch !== null) return;
  const replaced = await transaction
    .selectFrom('booking_changes')
    .selectAll()
    .where('order_id', '=', change.order_id)
    .where('number', '<', change.number)
    .where('open_case', 'is not', null)
    .where(change.seats === null ? 'attendees_version' : 'seats', 'is not', null)
    .execute();
  for (const earlier of replaced) {
    await end(transaction, earlier, { state: 'closed' });
    if (earlier.open_case !== null)
      await closeCase(transaction, earlier.open_case, 'A later change replaced it');
  }
}

/**
 * @returns the terms after a move. A move requested by the payer does not increase the refund of a later
 * cancellation; a move by the training provider does not lower it. The terms count from the request, however
 * long the upstream takes.
 */
function termsAfter(order: Order, { start_date: to }: SoldBatch, change: ChangeRow): SaleTerms {
  const percent = percentOf(order, change.created_at);
  if (change.requested_by === 'operator') return changedByProvider(order.terms, to, percent);
  const from = order.batch.start_date;
  return movedByPayer(order.terms, { from, to, percent, now: change.created_at });
}

/**
 * @returns the price reduction of the move, with a refund by the policy if the payer requested the move,
 * otherwise in full
 */
function reductionAfter(order: Order, change: ChangeRow): PriceReduction | undefined {
  if (change.unit_paise === null || !isBooked(order)) return undefined;
  const percent = change.requested_by === 'payer' ? percentOf(order, change.created_at) : 100;
  return reductionOf(order, Number(change.unit_paise), percent);
}

async function move(
  transaction: Transaction<Database>,
  { jobs, publicUrl }: AnswerServices,
  order: Order,
  change: ChangeRow,
  source: 'worker' | 'operator',
): Promise<void> {
  const batch = orderBatch.parse(change.batch, change.id);
  const sequence = order.version + 1;
  const reduction = reductionAfter(order, change);
  const terms = termsAfter(order, batch, change);
  await transaction
    .updateTable('orders')
    .set({
      batch: JSON.stringify(batch),
      terms: JSON.stringify(reduction ? { ...terms, repriced: reduction.repriced } : terms),
      version: sequence,
      moved_at: databaseNow,
      updated_at: databaseNow,
    })
    .where('id', '=', order.id)
    .execute();
  const note = `From ${spanOf(order.batch)} to ${spanOf(batch)}`;
  await record(transaction, order, 'moved', { source, note });
  const moved = reduction && (await findOrder(transaction, 'id', order.id));
  if (moved) await reducePrice(transaction, jobs, moved, reduction, source);
  if (!isBooked(order)) return;
  await enqueueMovedWebhook(transaction, order, batch, sequence);
  if (isErased(order)) return;
  const batchId = batch.course_schedule_id;
  const joining = (await joiningOfBatches(transaction, [batchId])).get(batchId) ?? batch.joining ?? null;
  const cause = `booking_moved:${order.id}:${sequence}`;
  await enqueueMails(
    transaction,
    movedMails(order, batch, {
      cause,
      sequence,
      publicUrl,
      joining,
      refundPaise: reduction?.refundPaise ?? 0,
    }),
    jobs,
  );
}

/**
 * Stores that the upstream accepted a change, and applies the change to the order.
 *
 * @param order locked by the caller
 * @param change a change of this order
 */
export async function acceptChange(
  transaction: Transaction<Database>,
  services: AnswerServices,
  order: Order,
  change: ChangeRow,
  source: 'worker' | 'operator' = 'worker',
): Promise<void> {
  await end(transaction, change, { state: 'accepted' });
  await closeReplaced(transaction, change);
  if (change.batch !== null) await move(transaction, services, order, change, source);
  if (change.attendees_version !== null)
    await transaction
      .updateTable('orders')
      .set({ attendees_reported: sql<number>`greatest(attendees_reported, ${change.attendees_version})` })
      .where('id', '=', order.id)
      .execute();
  if (change.seats !== null) {
    const event = { kind: 'upstream_notified', cancelledSeats: order.price.seats - change.seats } as const;
    await applyEvent(transaction, services.jobs, order, { event, source });
  }
}

export interface LeftToOperator {
  /** `refused`: the upstream refused; `by_hand`: the upstream does not support changes. */
  state: 'refused' | 'by_hand';
  reason: string;
}

function refusedMoveMail({ publicUrl }: AnswerServices, order: Order, change: ChangeRow): NewMail {
  const { id: orderId, contact, batch, receiptToken } = order;
  return {
    kind: 'move_refused',
    cause: `move_refused:${change.id}`,
    recipient: contact.email,
    orderId,
    facts: {
      firstName: contact.firstName,
      bookingNumber: order.bookingNumber,
      receiptUrl: new URL(receiptPath(receiptToken), publicUrl).href,
      batch,
      requested: orderBatch.parse(change.batch, change.id),
    },
  };
}

/**
 * Leaves a change to an operator, in a case with the reason. If the upstream refused a move that the payer
 * requested, the payer gets an email.
 *
 * @param order locked by the caller
 * @param change a change of this order in the state `due`
 */
export async function leaveToOperator(
  transaction: Transaction<Database>,
  services: AnswerServices,
  order: Order,
  change: ChangeRow,
  { state, reason }: LeftToOperator,
): Promise<void> {
  const kind = kindOf(change);
  const { id: caseId } = await transaction
    .insertInto('cases')
    .values({
      order_id: order.id,
      kind,
      subject: change.id,
      reason: `${caseDescriptions[kind]} (${reason})`,
      opened_at: databaseNow,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await end(transaction, change, { state, reason, open_case: caseId });
  await closeReplaced(transaction, change);
  await record(transaction, order, 'change_refused', { source: 'worker', note: reason });
  if (state === 'refused' && change.requested_by === 'payer' && !isErased(order))
    await enqueueMails(transaction, [refusedMoveMail(services, order, change)], services.jobs);
}

/**
 * Accepts or closes a change that was left to an operator, and closes its case.
 *
 * @param order locked by the caller
 */
export async function resolveChange(
  transaction: Transaction<Database>,
  services: AnswerServices,
  order: Order,
  resolved: { caseId: string; isMade: boolean; note: string },
): Promise<void> {
  const change = await transaction
    .selectFrom('booking_changes')
    .selectAll()
    .where('open_case', '=', resolved.caseId)
    .executeTakeFirstOrThrow();
  await closeCase(transaction, resolved.caseId, resolved.note);
  if (resolved.isMade) await acceptChange(transaction, services, order, change, 'operator');
  else await end(transaction, change, { state: 'closed' });
}
