/** Decides whether an order can hold its seats, in the statement that inserts the order. */
import { type RawBuilder, sql } from 'kysely';
import type { SeatRead } from './check-seats.ts';

/**
 * Maximum number of unpaid seats that one network address holds: in all batches, and in one batch. Leaves
 * seats for other visitors.
 */
const maxHeldByAddress = 20;
const maxHeldInBatch = 10;

export interface SeatRequest {
  read: SeatRead;
  seats: number;
  /** The payer's `senderKey`. */
  openedFrom: string | null;
  /** Token of a waiting-list offer. The offered seats are reserved for the requester. */
  offer: string | undefined;
}

/** Why no seats could be held, as a message for the visitor. */
export interface SeatsRefused {
  kind: 'refused';
  message: string;
  /** Absent if the number of seats was not the reason. */
  seatsLeft?: number;
  /**
   * True if enough seats may be left, because bookings in progress may be counted twice. The caller then
   * reads the upstream again.
   */
  isUncertain?: boolean;
}

/**
 * The result of the database function `hold_seats`. `not_held`: an earlier hold of this network address in
 * this batch expired unpaid within the last day, so the order gets no hold. It can be paid as long as seats
 * are left.
 */
export interface HoldAnswer {
  outcome: 'uncounted' | 'held' | 'not_held' | 'short' | 'over_limit' | 'closed';
  /** Seats available to the requester; null if seats are not counted or the batch is called off. */
  seats_left: number | null;
  /** Seats of the requester's open offer; 0 without an open offer. */
  offered: number;
  /** The limit that the order would exceed. */
  seat_limit: number | null;
  /** If too few seats are left: seats of bookings that the upstream may already have counted. */
  uncertain: number | null;
}

const offerOver = 'The offer of these seats has ended, or an unpaid order of yours holds them.';

function shortMessage(seatsLeft: number): string {
  if (seatsLeft === 0) return 'This batch is sold out. Please choose another one.';
  return seatsLeft === 1
    ? 'Only 1 seat is left in this batch.'
    : `Only ${seatsLeft} seats are left in this batch.`;
}

/**
 * Locks the batch and counts its free seats, then locks the payer's network address and counts the unpaid
 * seats that it holds. Both locks last until the transaction ends. To avoid deadlocks, transactions lock
 * orders first, then batches, then coupons.
 *
 * @returns a query of one row; its text is constant, so that the statement can be prepared
 */
export function holdSeats({ read, seats, openedFrom, offer }: SeatRequest): RawBuilder<HoldAnswer> {
  const { seats_total: total = null, seats_left: left = null } = read.seats;
  return sql`select * from hold_seats(${read.batchId}, ${total}, ${left}, ${read.readAt}, ${seats}, ${offer ?? null},
    ${openedFrom}, ${maxHeldInBatch}, ${maxHeldByAddress})`;
}

/** @returns why no order was inserted; undefined if an order was inserted */
export function refusalOf(answer: HoldAnswer, { offer, seats }: SeatRequest): SeatsRefused | undefined {
  if (answer.outcome === 'short') {
    const seatsLeft = answer.seats_left ?? 0;
    const isOver = offer !== undefined && answer.offered === 0;
    const message = `${isOver ? `${offerOver} ` : ''}${shortMessage(seatsLeft)}`;
    return { kind: 'refused', message, seatsLeft, isUncertain: seats <= seatsLeft + (answer.uncertain ?? 0) };
  }
  if (answer.outcome === 'closed')
    return { kind: 'refused', message: 'This batch has been called off. Please choose another one.' };
  if (answer.outcome !== 'over_limit') return undefined;
  const message = `At most ${answer.seat_limit} unpaid seats can be held. Please pay for the seats that you hold, or contact us.`;
  return { kind: 'refused', message };
}
