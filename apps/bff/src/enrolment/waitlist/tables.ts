/** The table of the waiting list; made by `schema.sql`. */

import type { ColumnType } from 'kysely';
import type { Narrow } from '../../platform/database/database.ts';

/** A snapshot of the batch at the time of the offer. */
export interface OfferedBatch {
  course_name: string;
  start_date: string;
  end_date: string;
  start_time: string;
  end_time: string;
  /** Rupees for a seat; null if the upstream has none. */
  fee: number | null;
}

export const entryStates = ['waiting', 'offered', 'taken', 'declined', 'lapsed', 'closed'] as const;
/** An entry is offered seats at most once: no other state leads back to `waiting`. */
export type EntryState = (typeof entryStates)[number];

export type WaitlistEntryTable = Narrow<
  'waitlist_entries',
  {
    batch: ColumnType<OfferedBatch | null, string | null | undefined, string | null>;
  }
>;

export interface WaitlistTables {
  waitlist_entries: WaitlistEntryTable;
}

declare module '../../platform/database/database.ts' {
  interface NarrowedTables extends WaitlistTables {}
}
