/** Types of the waiting list's table, which is defined in `schema.sql`. */
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../../platform/database/schema.ts';
import { storedColumn } from '../../platform/database/stored-column.ts';

/** A snapshot of the batch at the time of the offer. */
const offeredBatch = z.object({
  course_name: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  /** Rupees per seat; null if the upstream has no fee. */
  fee: z.number().nullable(),
});
export type OfferedBatch = z.output<typeof offeredBatch>;
/** Null before the offer. */
export const entryBatch = storedColumn('waitlist_entries.batch', offeredBatch.nullable());

export type StoredEntry = Selectable<Schema['waitlist_entries']>;
