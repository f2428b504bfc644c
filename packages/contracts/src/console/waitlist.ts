import type { WaitingRow } from './batches.ts';

/** Somebody who waits, in the list of all batches. */
export interface WaitlistRow extends WaitingRow {
  batch_id: number;
  course: string;
}
