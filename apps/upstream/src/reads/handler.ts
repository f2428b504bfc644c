import type { ReadData, ReadRequest } from '@meridian/contracts/call-schemas';
import type { ReadCallName } from '@meridian/contracts/calls';
import type { BookedSeats } from '../bookings/booked-seats.ts';
import type { Content } from '../content/content.ts';

/** What a read answers from. */
export interface ReadContext {
  content: Content;
  /** Day in India. */
  today: number;
  /** Reads how many seats of these batches are booked. */
  bookedSeats: (batchIds: readonly number[]) => Promise<BookedSeats>;
}

/** Answers a read; undefined where what was asked for does not exist. */
export type ReadHandler<Name extends ReadCallName> = (
  request: ReadRequest<Name>,
  context: ReadContext,
) => ReadData<Name> | undefined | Promise<ReadData<Name> | undefined>;

/** @returns one page of a list */
export function pageOf<Item>(items: readonly Item[], offset: number, size: number): Item[] {
  return items.slice(offset, offset + size);
}
