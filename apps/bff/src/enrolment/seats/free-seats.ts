/** Computes the number of free seats of a batch. */
import type { BatchSeats } from '@meridian/contracts/site/schedule/seats';

/** Seats of a batch that are given away here. */
export interface OurSeats {
  /** All seats that are held, offered, confirmed, paid or booked. */
  all: number;
  /** The seats that the upstream may not have counted when it was read: not booked, or booked since. */
  unknown: number;
}

/** @returns true if the upstream counts the seats of the batch */
export function isCounted({ seats_left: left, seats_total: total }: BatchSeats): boolean {
  return left !== undefined || total !== undefined;
}

/**
 * Computes the free seats. The upstream's `seats_left` counts every channel, so only those of our seats are
 * subtracted that it may not have counted. From `seats_total` all of our seats are subtracted.
 *
 * @returns whole seats, at least 0; undefined if the upstream does not count seats, so nothing is limited
 */
export function freeSeats(seats: BatchSeats, ours: OurSeats): number | undefined {
  if (seats.seats_left !== undefined) return Math.max(0, seats.seats_left - ours.unknown);
  if (seats.seats_total !== undefined) return Math.max(0, seats.seats_total - ours.all);
  return undefined;
}
