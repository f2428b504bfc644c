/** The table of the waiting list; made by `schema.sql`. */
import type { ColumnType, Generated } from 'kysely';
import type { Moment, OptionalMoment } from '../../platform/database/column-types.ts';

type BigInteger = ColumnType<string, number, number>;

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

export interface WaitlistEntryTable {
  /** The entry's lead, which has the contact. */
  lead_id: string;
  course_id: BigInteger;
  batch_id: BigInteger;
  seats: number;
  state: EntryState;
  joined_at: Moment;
  /** When its seats first exceeded the free ones, and how many were free. */
  passed_over_at: OptionalMoment;
  passed_over_seats: Generated<number | null>;
  /** The last segment of the offer's address, which is the permission. */
  token: Generated<string | null>;
  batch: ColumnType<OfferedBatch | null, string | null | undefined, string | null>;
  offered_at: OptionalMoment;
  offer_ends_at: OptionalMoment;
  /** The order that has, or had, the offered seats. */
  order_id: Generated<string | null>;
  /** Why it was closed; never personal data. */
  note: Generated<string | null>;
  updated_at: Moment;
}

export interface WaitlistTables {
  waitlist_entries: WaitlistEntryTable;
}

declare module '../../platform/database/database.ts' {
  interface Database extends WaitlistTables {}
}
