/** Mails to everybody of an order about its batch: other days, called off, other joining instructions. */
import type { BatchCalledOff, BookingMoved } from '@meridian/mail-templates';
import type { NewMail } from '../../mail/outbox/note-mail.ts';
import { orderPartOf, peopleOf } from '../orders/effects/mail-people.ts';
import type { Order } from '../orders/order.ts';
import type { SoldBatch } from '../orders/store/order-tables.ts';

type Noted = NewMail & { facts: Record<string, unknown> };

export interface BatchMailOptions {
  /** The same again is not noted again. */
  cause: string;
  /** Of the calendar files: higher than in any earlier mail of the order. */
  sequence: number;
  /** Origin of the site. */
  publicUrl: string;
}

/**
 * @param order as it was before
 * @param to the batch that holds from now on
 * @returns mails with the new days, which replace the old ones in calendars
 */
export function movedMails(
  order: Order,
  to: SoldBatch,
  { cause, sequence, publicUrl, joining }: BatchMailOptions & { joining: string | null },
): Noted[] {
  return peopleOf(order).map((person) => {
    const { name, email: recipient, key } = person;
    const about = orderPartOf(order, person, publicUrl);
    const said: BookingMoved = { name, from: order.batch, to, joining, order: about };
    const facts = { ...said, sequence };
    return { kind: 'booking_moved' as const, cause: `${cause}:${key}`, recipient, orderId: order.id, facts };
  });
}

/** @returns mails that take a batch out of calendars; about money an operator decides */
export function calledOffMails(order: Order, { cause, sequence, publicUrl }: BatchMailOptions): Noted[] {
  return peopleOf(order).map((person) => {
    const { name, email: recipient, key } = person;
    const said: BatchCalledOff = { name, batch: order.batch, order: orderPartOf(order, person, publicUrl) };
    const facts = { ...said, sequence };
    return {
      kind: 'batch_called_off' as const,
      cause: `${cause}:${key}`,
      recipient,
      orderId: order.id,
      facts,
    };
  });
}

/** @returns mails with the joining instructions that hold when they are sent */
export function joiningMails(
  order: Order,
  { cause, sequence }: Pick<BatchMailOptions, 'cause' | 'sequence'>,
): Noted[] {
  return peopleOf(order).map(({ email: recipient, attendee, key }) => ({
    kind: 'joining_changed' as const,
    cause: `${cause}:${key}`,
    recipient,
    orderId: order.id,
    facts: { sequence, attendee },
  }));
}
