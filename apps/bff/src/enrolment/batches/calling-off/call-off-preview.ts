/** Previews the calling off of a batch, from its current bookings. */
import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { peopleOf } from '../../orders/effects/mail-people.ts';
import { isBooked, isErased, type Order } from '../../orders/order.ts';
import { readOrdersOfBatch } from '../orders-of-batch.ts';
import type { CallOffDependencies } from './call-off.ts';
import type { CallOffOutcome } from './close-sale.ts';

export interface CalledOffBooking {
  orderId: string;
  bookingNumber: string;
  payer: string;
  seats: number;
  /** In paise, refunded through the payment provider; 0 if the payer chooses, or if `problem` is set. */
  refundPaise: number;
  /** Why the booking cannot be refunded now, or what happens to it instead. */
  problem: string | null;
}

export interface CallOffPreview {
  bookings: CalledOffBooking[];
  seats: number;
  /** Number of emails to payers and attendees. */
  emails: number;
  /** Number of unpaid orders that hold seats. A payment that still arrives is refunded. */
  unpaid: number;
  refundPaise: number;
  /** The balance that the payment provider holds for us according to the ledger, in paise. */
  heldPaise: number;
  /** Digest of the bookings and refunds, to detect changes since the preview. */
  digest: string;
}

const paidNotBooked =
  'Paid and not booked yet. It is refunded without a booking, or booked first if the upstream has it already.';
const inReview = 'Its booking waits for a decision: see the case of the order.';

function bookingOf(
  order: Order,
  outcome: CallOffOutcome,
  { decisions }: Pick<CallOffDependencies, 'decisions'>,
): CalledOffBooking {
  const { id: orderId, bookingNumber, contact, price, cancelledSeats } = order;
  const booking = {
    orderId,
    bookingNumber,
    payer: `${contact.firstName} ${contact.lastName}`.trim() || 'Erased',
    seats: price.seats - cancelledSeats,
    refundPaise: 0,
    problem: null,
  };
  const isInReview = order.booking === 'review';
  if (!isBooked(order) && !isInReview) return { ...booking, problem: paidNotBooked };
  if (outcome === 'choose') return { ...booking, problem: isInReview ? inReview : null };
  const kind = isInReview ? 'refund' : 'cancel';
  try {
    return { ...booking, refundPaise: decisions.plan(order, { kind }).requestedPaise };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...booking, problem: error.message };
  }
}

async function heldByProvider(database: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ paise: string }>`
    select coalesce(sum(paise) filter (where debit = 'gateway'), 0)
      - coalesce(sum(paise) filter (where credit = 'gateway'), 0) as paise
    from ledger_entries where debit = 'gateway' or credit = 'gateway'`.execute(database);
  return Number(rows[0]?.paise ?? 0);
}

async function countUnpaid(database: Kysely<Database>, batchId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from orders
    where (batch ->> 'course_schedule_id')::bigint = ${batchId}
      and booking = 'none' and payment_id is null and seat_hold = 'held'`.execute(database);
  return rows[0]?.count ?? 0;
}

/** @throws UnreadableRow */
export async function previewCallOff(
  deps: Pick<CallOffDependencies, 'database' | 'decisions'>,
  batchId: number,
  outcome: CallOffOutcome,
): Promise<CallOffPreview> {
  const orders = await readOrdersOfBatch(deps.database, batchId);
  const bookings = orders.map((order) => bookingOf(order, outcome, deps));
  const digested = bookings.map(({ orderId, seats, refundPaise, problem }) => [
    orderId,
    seats,
    refundPaise,
    problem,
  ]);
  const mailed = orders.filter((order) => isBooked(order) && !isErased(order));
  return {
    bookings,
    seats: bookings.reduce((sum, { seats }) => sum + seats, 0),
    emails: mailed.reduce((sum, order) => sum + peopleOf(order).length, 0),
    unpaid: await countUnpaid(deps.database, batchId),
    refundPaise: bookings.reduce((sum, { refundPaise }) => sum + refundPaise, 0),
    heldPaise: await heldByProvider(deps.database),
    digest: createHash('sha256')
      .update(JSON.stringify([batchId, outcome, digested]))
      .digest('hex')
      .slice(0, 16),
  };
}
