/**
 * Emails to payers and attendees about their batch: it is moved, called off or confirmed, or has new joining
 * instructions.
 */
import type { Kysely, Transaction } from 'kysely';
import type { NewMail } from '../../../mail/outbox/enqueue-mails.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Order } from '../order.ts';
import type { SoldBatch } from '../store/order-tables.ts';
import { orderPartOf, peopleOf } from './mail-people.ts';

export interface BatchMailOptions {
  /** Identifies the email: one cause is enqueued only once. */
  cause: string;
  /** Sequence of the calendar files, higher than in any earlier mail of the order. */
  sequence: number;
  /** Origin of the site. */
  publicUrl: string;
}

/** @returns the joining instructions that operators set, by batch id */
export async function joiningOfBatches(
  database: Kysely<Database> | Transaction<Database>,
  batchIds: readonly number[],
): Promise<Map<number, string>> {
  if (batchIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('batch_joining')
    .select(['batch_id', 'joining'])
    .where('batch_id', 'in', [...new Set(batchIds)].map(String))
    .where('joining', 'is not', null)
    .execute();
  return new Map(rows.map(({ batch_id: id, joining }) => [Number(id), joining ?? '']));
}

/**
 * @param order the order before the move
 * @param to the batch after the move
 * @returns mails with the new days, whose calendar files replace the old ones
 */
export function movedMails(
  order: Order,
  to: SoldBatch,
  options: BatchMailOptions & {
    joining: string | null;
    /** Amount refunded because the batch is cheaper. */
    refundPaise?: number;
  },
): NewMail[] {
  const { cause, sequence, publicUrl, joining, refundPaise = 0 } = options;
  return peopleOf(order).map((person) => {
    const { name, email: recipient, key } = person;
    const about = orderPartOf(order, person, publicUrl);
    const isOtherBatch = order.batch.course_schedule_id !== to.course_schedule_id;
    const facts = { name, from: order.batch, to, isOtherBatch, joining, order: about, refundPaise, sequence };
    return { kind: 'booking_moved', cause: `${cause}:${key}`, recipient, orderId: order.id, facts };
  });
}

/**
 * @param options.refundPaise amount of the refund; if omitted, the payer chooses another date or a refund
 * @returns mails whose calendar files remove the batch from calendars
 */
export function calledOffMails(
  order: Order,
  { cause, sequence, publicUrl, refundPaise }: BatchMailOptions & { refundPaise?: number },
): NewMail[] {
  return peopleOf(order).map((person) => {
    const { name, email: recipient, key } = person;
    const part = orderPartOf(order, person, publicUrl);
    const about = part && { ...part, refundPaise: refundPaise ?? null };
    const facts = { name, batch: order.batch, order: about, sequence };
    return {
      kind: 'batch_called_off',
      cause: `${cause}:${key}`,
      recipient,
      orderId: order.id,
      facts,
    };
  });
}

/** @returns mails that say that the batch is confirmed */
export function confirmedMails(
  order: Order,
  { cause, publicUrl }: Pick<BatchMailOptions, 'cause' | 'publicUrl'>,
): NewMail[] {
  return peopleOf(order).map((person) => {
    const { name, email: recipient, key } = person;
    const facts = { name, batch: order.batch, order: orderPartOf(order, person, publicUrl) };
    return { kind: 'batch_confirmed', cause: `${cause}:${key}`, recipient, orderId: order.id, facts };
  });
}

/** @returns mails with the joining instructions that apply when they are sent */
export function joiningMails(
  order: Order,
  { cause, sequence }: Pick<BatchMailOptions, 'cause' | 'sequence'>,
): NewMail[] {
  return peopleOf(order).map(({ email: recipient, attendee, key }) => ({
    kind: 'joining_changed',
    cause: `${cause}:${key}`,
    recipient,
    orderId: order.id,
    facts: { sequence, attendee },
  }));
}
