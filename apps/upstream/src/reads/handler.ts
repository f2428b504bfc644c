import type { ReadData, ReadRequest } from '@meridian/contracts/call-schemas';
import type { ReadCallName } from '@meridian/contracts/calls';
import type { BookedSeats } from '../bookings/booked-seats.ts';
import type { Content } from '../content/content.ts';
import type { BatchCatalogue } from '../schedule/batch-catalogue.ts';

/** Data for the handler of a read. */
export interface ReadContext {
  content: Content;
  /** Current date in India as a day number. */
  today: number;
  /** Returns batches of a course that are on sale and start after today, sorted by date, time and id. */
  upcoming: BatchCatalogue['upcoming'];
  /** Reads the number of booked seats of batches. */
  bookedSeats: (batchIds: readonly number[]) => Promise<BookedSeats>;
}

/** Handles a read. Returns undefined if the slug or id does not exist. */
export type ReadHandler<Name extends ReadCallName> = (
  request: ReadRequest<Name>,
  context: ReadContext,
) => ReadData<Name> | undefined | Promise<ReadData<Name> | undefined>;

/** @returns one page of a list */
export function pageOf<Item>(items: readonly Item[], offset: number, size: number): Item[] {
  return items.slice(offset, offset + size);
}
