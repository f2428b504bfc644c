/** Computes the number of free seats of a batch. */
import type { BatchSeats } from '@meridian/contracts/site/schedule/seats';

/** Seats of a batch that orders and offers reserve here. */
export interface OurSeats {
  /** All reserved seats, as the database view `reserved_seats` counts them. */
  all: number;
  /**
   * The reserved seats that the upstream may not have counted when it was read: not booked, or booked or
   * moved since.
   */
  unknown: number;
}

/** @returns true if the upstream counts the seats of the batch */
export function isCounted({ seats_left: left, seats_total: total }: BatchSeats): boolean {
  return left !== undefined || total !== undefined;
}

/**
 * Computes the free seats. The upstream's `seats_left` includes the sales of every channel, so only reserved
 * seats that it may not have counted are subtracted. Without `seats_left`, all reserved seats are subtracted
 * from `seats_total`.
 *
 * @returns whole seats, at least 0; undefined (no limit) if the upstream does not count seats
 */
export function freeSeats(seats: BatchSeats, ours: OurSeats): number | undefined {
  if (seats.seats_left !== undefined) return Math.max(0, seats.seats_left - ours.unknown);
  if (seats.seats_total !== undefined) return Math.max(0, seats.seats_total - ours.all);
  return undefined;
}
