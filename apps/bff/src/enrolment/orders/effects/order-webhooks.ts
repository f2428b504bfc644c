/** Events of orders and batches for outgoing webhooks. */
import type { WebhookBatch, WebhookPeople } from '@meridian/contracts/integrations/webhook-events';
import type { Transaction } from 'kysely';
import { enqueueWebhooks, type NewWebhook } from '../../../integrations/webhooks/enqueue-webhooks.ts';
import type { Database } from '../../../platform/database/database.ts';
import { isErased, type Order } from '../order.ts';
import { lostPaise, type OrderFacts, type PaymentPart, returnedPaise } from '../state/order-facts.ts';
import type { SoldBatch } from '../store/order-tables.ts';
import type { OrderEffect } from './order-effect.ts';

function toBatch(batch: SoldBatch): WebhookBatch {
  const {
    course_schedule_id: id,
    course_id,
    course_name,
    start_date,
    end_date,
    start_time,
    end_time,
  } = batch;
  return { id, course_id, course_name, start_date, end_date, start_time, end_time };
}

const ofOrder = ({ id, bookingNumber }: Order) => ({ order_id: id, booking_number: bookingNumber });

function peopleOf(order: Order): WebhookPeople | undefined {
  if (isErased(order)) return undefined;
  const { firstName, lastName, email, phoneNumber: phone } = order.contact;
  const attendees = order.attendees.map(({ name, email }) => ({ name, email }));
  return { contact: { name: `${firstName} ${lastName}`.trim(), email, phone }, attendees };
}

const refundedPaise = (part: PaymentPart | undefined) => (part ? returnedPaise(part) - lostPaise(part) : 0);
const isCaptured = (part: PaymentPart | undefined) =>
  part !== undefined && part.role !== 'tried' && !part.uncaptured;

/** @returns the events of an order's change; pure */
function webhooksOf(order: Order, before: OrderFacts, after: OrderFacts): NewWebhook[] {
  const { id } = order;
  const common = { orderId: id, people: peopleOf(order) };
  const events: NewWebhook[] = [];
  for (const [paymentId, part] of Object.entries(after.payments)) {
    const earlier = before.payments[paymentId];
    const payment = { ...ofOrder(order), payment_id: paymentId, currency: 'INR' };
    if (isCaptured(part) && !isCaptured(earlier))
      events.push({
        ...common,
        type: 'payment.captured',
        cause: `payment.captured:${paymentId}`,
        data: { ...payment, amount_paise: part.amountPaise },
      });
    const refunded = refundedPaise(part) - refundedPaise(earlier);
    if (refunded > 0)
      events.push({
        ...common,
        type: 'payment.refunded',
        cause: `payment.refunded:${paymentId}:${refundedPaise(part)}`,
        data: { ...payment, amount_paise: refunded },
      });
  }
  const batch = toBatch(order.batch);
  const seats = after.seats - after.cancelledSeats;
  if (before.booking !== 'booked' && after.booking === 'booked')
    events.push({
      ...common,
      type: 'booking.confirmed',
      cause: `booking.confirmed:${id}`,
      data: { ...ofOrder(order), batch, seats },
    });
  const cancelled = after.cancelledSeats - before.cancelledSeats;
  if (cancelled > 0)
    events.push({
      ...common,
      type: 'booking.cancelled',
      cause: `booking.cancelled:${id}:${after.cancelledSeats}`,
      data: { ...ofOrder(order), batch, seats, seats_cancelled: cancelled },
    });
  return events;
}

/** Stores the events of an order's change, in its transaction. */
export const enqueueOrderWebhooks: OrderEffect = (transaction, { order, before, after }) =>
  enqueueWebhooks(transaction, webhooksOf(order, before, after));

/**
 * Stores the event that a booking moved to another batch, or that its batch has other days.
 *
 * @param order the order before the move
 */
export async function enqueueMovedWebhook(
  transaction: Transaction<Database>,
  order: Order,
  to: SoldBatch,
  version: number,
): Promise<void> {
  await enqueueWebhooks(transaction, [
    {
      type: 'booking.moved',
      cause: `booking.moved:${order.id}:${version}`,
      orderId: order.id,
      people: peopleOf(order),
      data: {
        ...ofOrder(order),
        batch: toBatch(to),
        previous_batch: toBatch(order.batch),
        seats: order.price.seats - order.cancelledSeats,
      },
    },
  ]);
}

interface BatchNews {
  cause: string;
  batch: SoldBatch;
  orderIds: readonly string[];
}

const ofBatch = ({ batch, orderIds }: BatchNews) => ({ batch: toBatch(batch), order_ids: [...orderIds] });

/** Stores the event that a batch is confirmed or called off. */
export async function enqueueBatchWebhook(
  transaction: Transaction<Database>,
  type: 'batch.confirmed' | 'batch.called_off',
  news: BatchNews,
): Promise<void> {
  await enqueueWebhooks(transaction, [{ type, cause: `${type}:${news.cause}`, data: ofBatch(news) }]);
}

/** Stores the event that a batch has other days. @param from the batch before the change */
export async function enqueuePostponedWebhook(
  transaction: Transaction<Database>,
  from: SoldBatch,
  news: BatchNews,
): Promise<void> {
  await enqueueWebhooks(transaction, [
    {
      type: 'batch.postponed',
      cause: `batch.postponed:${news.cause}`,
      data: { ...ofBatch(news), previous_batch: toBatch(from) },
    },
  ]);
}
