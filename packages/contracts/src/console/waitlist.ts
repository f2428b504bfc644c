import type { WaitingRow } from './batches.ts';

/** Somebody who waits, in the list of all batches. */
export interface WaitlistRow extends WaitingRow {
  batch_id: number;
  course: string;
  /** Of the batch, `YYYY-MM-DD`, as far as it is known. */
  start_date: string | null;
}
