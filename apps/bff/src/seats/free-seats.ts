/** How many seats of a batch can be given away. */
import type { BatchSeats } from '@meridian/contracts/schedule/seats';

/** Seats of a batch that are given away here. */
export interface OurSeats {
  /** All that are held, offered, confirmed, paid or booked. */
  all: number;
  /** Of these the ones that the upstream did not know of when it was read: not booked, or booked since. */
  unknown: number;
}

/** @returns true where the upstream says how many seats there are */
export function isCounted({ seats_left: left, seats_total: total }: BatchSeats): boolean {
  return left !== undefined || total !== undefined;
}

/**
 * The seats that nobody has. What the upstream has left counts every channel, so of ours only those come off that it
 * cannot know; where it has the total alone, all of ours do.
 *
 * @returns whole seats from 0 up; undefined where the upstream does not count them, and nothing is limited
 */
export function freeSeats(seats: BatchSeats, ours: OurSeats): number | undefined {
  if (seats.seats_left !== undefined) return Math.max(0, seats.seats_left - ours.unknown);
  if (seats.seats_total !== undefined) return Math.max(0, seats.seats_total - ours.all);
  return undefined;
}
