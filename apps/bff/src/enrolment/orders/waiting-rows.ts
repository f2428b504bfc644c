/**
 * Rows that wait for another system or a decision, from the view `waiting_rows`. Each row must be done in
 * time, or have a case.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export const waitingKinds = [
  'booking',
  'booking_change',
  'refund',
  'payment_claim',
  'document',
  'decision',
  'erasure_copy',
] as const;
export type WaitingKind = (typeof waitingKinds)[number];

export interface WaitingRows {
  kind: WaitingKind;
  rows: number;
  /** Age of the oldest row; 0 if none waits. */
  oldestSeconds: number;
  /** Number of rows that have waited too long without a case. */
  unseen: number;
}

/** @returns one entry for each kind */
export async function countWaitingRows(database: Kysely<Database>): Promise<WaitingRows[]> {
  const { rows } = await sql<WaitingRows>`
    select kind, count(*)::integer as rows, extract(epoch from now() - min(since))::float8 as "oldestSeconds",
      (count(*) filter (where now() - since > may_wait and not has_case))::integer as unseen
    from waiting_rows group by kind`.execute(database);
  return waitingKinds.map(
    (kind) => rows.find((row) => row.kind === kind) ?? { kind, rows: 0, oldestSeconds: 0, unseen: 0 },
  );
}
