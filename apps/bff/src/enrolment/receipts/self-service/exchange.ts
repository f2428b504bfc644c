/**
 * Exchanges a booking for a more expensive batch. The new order is paid like any other. Once it is booked,
 * the former booking is cancelled and refunded in full.
 */
import { type CheckoutData, checkoutRequest } from '@meridian/contracts/enrolment/orders';
import { rupeesOf } from '@meridian/contracts/enrolment/pricing';
import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type OpeningServices, openOrder } from '../../checkout/open-order.ts';
import type { Requester } from '../../checkout/store-order.ts';
import type { Decisions } from '../../decisions/decisions.ts';
import type { Order } from '../../orders/order.ts';
import { seatsLeft } from './allowed-changes.ts';

const everySeconds = 15;
const maxAtOnce = 50;

export interface OpenedExchange {
  /** The data for the payment dialog, as for any order. */
  checkout: CheckoutData;
  /** Refund of the former booking once the new one is confirmed, in rupees. */
  refund: number;
}

/** @returns the token of an unpaid order that was opened for the same booking; its seats can be released */
async function unpaidToken(database: Kysely<Database>, orderId: string): Promise<string | undefined> {
  const order = await database
    .selectFrom('orders')
    .select('receipt_token')
    .where('exchanges', '=', orderId)
    .where('payment_id', 'is', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return order?.receipt_token;
}

/**
 * @param order a booked order
 * @returns the data for the payment dialog
 * @throws Refusal as `openOrder`, and `conflict` if the batch has too few seats
 */
export async function openExchange(
  { opening, decisions }: { opening: OpeningServices; decisions: Decisions },
  order: Order,
  batchId: number,
  requester: Requester,
): Promise<OpenedExchange> {
  const { batch, contact, attendees, company, billingAddress, billingState } = order;
  const request = checkoutRequest.parse({
    course_id: batch.course_id,
    course_schedule_id: batchId,
    number_of_course: seatsLeft(order),
    first_name: contact.firstName,
    last_name: contact.lastName,
    email: contact.email,
    phone_number: contact.phoneNumber,
    attendees: attendees.slice(0, seatsLeft(order)),
    replaces: await unpaidToken(opening.database, order.id),
    billing: {
      ...(billingState !== null && { state: billingState }),
      ...(company && { company }),
      ...(billingAddress && { address: billingAddress }),
    },
  });
  const opened = await openOrder(opening, request, { ...requester, exchanges: order });
  if (opened.kind === 'seats_short')
    throw new Refusal('conflict', 'seats_short', opened.message, {
      errors: { course_schedule_id: [opened.message] },
    });
  if (opened.kind === 'price_changed')
    throw new Error('the request has no expected total, so it cannot differ');
  const { refundPaise } = decisions.plan(order, { kind: 'cancel' });
  return { checkout: opened.data, refund: rupeesOf(refundPaise) };
}

interface Exchanged {
  id: string;
  booking_number: string;
}

export interface ExchangeWorkers {
  database: Kysely<Database>;
  decisions: Pick<Decisions, 'decide'>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

/**
 * Cancels bookings whose exchange is booked, and refunds them in full. A cancellation that is refused, for
 * example during a dispute, is retried by the next run.
 */
export async function cancelExchanged({ database, decisions, log }: ExchangeWorkers): Promise<void> {
  const { rows } = await sql<Exchanged>`
    select former.id, min(orders.booking_number) as booking_number
    from orders join orders as former on former.id = orders.exchanges
    where orders.exchanges is not null and orders.booking = 'booked'
      and former.booking = 'booked' and former.cancelled_seats < former.seats
    group by former.id limit ${maxAtOnce}`.execute(database);
  for (const { id, booking_number: number } of rows)
    try {
      await decisions.decide(id, { kind: 'cancel' }, `Exchanged for booking ${number}`);
      log.info({ orderId: id }, 'cancelled a booking that was exchanged');
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      log.warn({ orderId: id, code: error.code }, 'a booking that was exchanged cannot be cancelled yet');
    }
}

export async function startExchangeWorkers(
  workers: ExchangeWorkers & { jobs: Pick<Jobs, 'every'> },
): Promise<void> {
  await workers.jobs.every('cancel-exchanged', everySeconds, () => cancelExchanged(workers));
}
