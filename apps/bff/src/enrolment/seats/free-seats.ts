/** Computes how many seats of a batch are free. */
import type { BatchSeats } from '@meridian/contracts/site/schedule/seats';

/** Seats of a batch that are given away here. */
export interface OurSeats {
  /** All that are held, offered, confirmed, paid or booked. */
  all: number;
  /** Those of them that the upstream did not know when it was read: not booked, or booked since. */
  unknown: number;
}

/** @returns true if the upstream counts the seats of the batch */
export function isCounted({ seats_left: left, seats_total: total }: BatchSeats): boolean {
  return left !== undefined || total !== undefined;
}

/**
 * The free seats. The upstream's `seats_left` counts every channel, so only those of ours are subtracted that it cannot
 * know; from `seats_total` all of ours are subtracted.
 *
 * @returns whole seats from 0 up; undefined if the upstream does not count them, and nothing is limited
 */
export function freeSeats(seats: BatchSeats, ours: OurSeats): number | undefined {
  if (seats.seats_left !== undefined) return Math.max(0, seats.seats_left - ours.unknown);
  if (seats.seats_total !== undefined) return Math.max(0, seats.seats_total - ours.all);
  return undefined;
}
