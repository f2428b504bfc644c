import type { ReadData, ReadRequest } from '@meridian/contracts/call-schemas';
import type { ReadCallName } from '@meridian/contracts/calls';
import type { BookedSeats } from '../bookings/booked-seats.ts';
import type { Content } from '../content/content.ts';
import type { BatchCatalogue } from '../schedule/batch-catalogue.ts';

/** Data of a read. */
export interface ReadContext {
  content: Content;
  /** Indian date, as a day number. */
  today: number;
  /** Batches of a course that are on sale and start after today, in order. */
  upcoming: BatchCatalogue['upcoming'];
  /** Reads the booked seats of batches. */
  bookedSeats: (batchIds: readonly number[]) => Promise<BookedSeats>;
}

/** Handles a read; undefined if not found. */
export type ReadHandler<Name extends ReadCallName> = (
  request: ReadRequest<Name>,
  context: ReadContext,
) => ReadData<Name> | undefined | Promise<ReadData<Name> | undefined>;

/** @returns one page of a list */
export function pageOf<Item>(items: readonly Item[], offset: number, size: number): Item[] {
  return items.slice(offset, offset + size);
}
