/** Differences between our records and those of another system, as of the last comparison. */
import { type Kysely, sql } from 'kysely';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { transact } from '../../../platform/database/transact.ts';

export type DifferenceKind = Schema['differences']['kind'];

export const differenceKinds = [
  'batch_seats',
  'booking',
  'refund',
  'payment',
] as const satisfies readonly DifferenceKind[];

export interface Difference {
  kind: DifferenceKind;
  /** Id of the batch, order, refund or payment. */
  subject: string;
  title: string;
  orderId: string | null;
  batchId: number | null;
  /** A phrase for operators, without personal data. */
  ours: string;
  theirs: string;
}

export interface Compared {
  found: readonly Difference[];
  /** Subjects that could not be compared; their earlier differences stay. */
  unknown: readonly string[];
}

/**
 * Stores the differences that a comparison of these kinds found, and deletes the stored differences that it
 * did not find.
 */
export async function storeDifferences(
  database: Kysely<Database>,
  kinds: readonly DifferenceKind[],
  { found, unknown }: Compared,
): Promise<void> {
  await transact(database, async (transaction) => {
    await transaction
      .deleteFrom('differences')
      .where('kind', 'in', kinds)
      .where(
        'subject',
        '!=',
        sql<string>`all(${[...unknown, ...found.map(({ subject }) => subject)]}::text[])`,
      )
      .execute();
    for (const { kind, subject, title, orderId, batchId, ours, theirs } of found) {
      const values = { title, order_id: orderId, batch_id: batchId, ours, theirs };
      await transaction
        .insertInto('differences')
        .values({ kind, subject, ...values, found_at: databaseNow })
        .onConflict((conflict) => conflict.columns(['kind', 'subject']).doUpdateSet(values))
        .execute();
    }
  });
}

/** @returns the number of open differences by kind */
export async function countDifferences(database: Kysely<Database>): Promise<Record<DifferenceKind, number>> {
  const rows = await database
    .selectFrom('differences')
    .select(['kind', ({ fn }) => fn.countAll<string>().as('count')])
    .groupBy('kind')
    .execute();
  const counts: Record<DifferenceKind, number> = { batch_seats: 0, booking: 0, refund: 0, payment: 0 };
  for (const { kind, count } of rows) counts[kind] = Number(count);
  return counts;
}
