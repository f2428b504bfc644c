/**
 * Stores findings: differences between a sold batch and the upstream. The comparison opens each finding with
 * a case. The case closes when an operator decides, or when the finding no longer applies. The case of a
 * called-off batch closes when no order has seats in the batch.
 */
import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql, type Transaction } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import { closeFoundCases, openFoundCase } from '../orders/cases/case-store.ts';
import { changedBatch, type StoredBatchChange } from '../orders/store/batch-tables.ts';
import type { SoldBatch } from '../orders/store/order-tables.ts';
import { describeBatch, differencesOf } from './batch-terms.ts';
import { wasSoldSince } from './orders-of-batch.ts';

export type BatchCaseKind = 'batch_changed' | 'batch_vanished';

export const caseKindOf = ({ kind }: Pick<StoredBatchChange, 'kind'>): BatchCaseKind =>
  kind === 'changed' ? 'batch_changed' : 'batch_vanished';

/**
 * @returns true if the stored finding has the same terms as `current`, or both say that the batch vanished;
 * false for an unreadable finding
 */
function isSameFinding(known: StoredBatchChange, current: SoldBatch | null): boolean {
  const batch = changedBatch.tryParse(known.batch);
  if (!batch || !current) return batch === current;
  return differencesOf(batch, current).length === 0 && sameFields(batch, current);
}

const terms = ['mode', 'city', 'venue_state'] as const;
/** Both batches were read from the upstream, so a field that only one of them has is a difference. */
const sameFields = (one: SoldBatch, other: SoldBatch) =>
  isDeepStrictEqual(
    terms.map((name) => one[name]),
    terms.map((name) => other[name]),
  );

export async function resolveChange(
  transaction: Transaction<Database>,
  change: Pick<StoredBatchChange, 'id'>,
  state: 'confirmed' | 'dismissed' | 'over',
  note: string | null = null,
): Promise<void> {
  await transaction
    .updateTable('batch_changes')
    .set({ state, note, settled_at: databaseNow })
    .where('id', '=', change.id)
    .execute();
}

/**
 * Records the decision of an operator about a batch, and closes its open finding, so that the comparison does
 * not report our own change.
 *
 * @param batch the batch after the decision; null if it is called off
 */
export async function recordDecided(
  transaction: Transaction<Database>,
  about: { batchId: number; courseId: number },
  batch: SoldBatch | null,
): Promise<StoredBatchChange> {
  const newest = await newestOf(transaction, about.batchId);
  if (newest?.state === 'open') {
    await resolveChange(transaction, newest, 'over');
    await closeFoundCases(transaction, caseKindOf(newest), [newest.id]);
  }
  return transaction
    .insertInto('batch_changes')
    .values({
      batch_id: about.batchId,
      course_id: about.courseId,
      kind: batch ? 'changed' : 'vanished',
      batch: batch && JSON.stringify(batch),
      state: 'confirmed',
      found_at: databaseNow,
      settled_at: databaseNow,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function newestOf(
  transaction: Transaction<Database>,
  batchId: number,
): Promise<StoredBatchChange | undefined> {
  return transaction
    .selectFrom('batch_changes')
    .selectAll()
    .where('batch_id', '=', String(batchId))
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

function reasonOf(sold: SoldBatch, current: SoldBatch | null): string {
  const what = `batch ${sold.course_schedule_id} of ${sold.course_name}`;
  if (!current) return `${what} (${describeBatch(sold)}) is no longer in the upstream's schedule`;
  const names = differencesOf(sold, current).join(', ');
  return `${what} has other ${names}: sold as ${describeBatch(sold)}; now ${describeBatch(current)}`;
}

/**
 * Opens a finding and its case, and closes an earlier open finding. Does nothing if the newest finding is
 * open or dismissed and equal to this one, or if an operator called off the vanished batch and no seats were
 * sold since.
 *
 * @param current the batch as the upstream has it; null if it vanished
 */
export async function openChange(
  { database }: { database: Kysely<Database> },
  sold: SoldBatch,
  current: SoldBatch | null,
): Promise<{ opened: number; over: number }> {
  const { course_schedule_id: batchId, course_id: courseId } = sold;
  return transact(database, async (transaction) => {
    const newest = await newestOf(transaction, batchId);
    const isKnown = newest?.state === 'open' || newest?.state === 'dismissed';
    if (newest && isKnown && isSameFinding(newest, current)) return { opened: 0, over: 0 };
    // An operator has already called the batch off. If the upstream listed it again since, new orders may
    // have been made.
    if (newest?.state === 'confirmed' && newest.batch === null && current === null) {
      const since = await wasSoldSince(transaction, batchId, newest.settled_at);
      if (!since) return { opened: 0, over: 0 };
    }
    let over = 0;
    if (newest?.state === 'open') {
      await resolveChange(transaction, newest, 'over');
      await closeFoundCases(transaction, caseKindOf(newest), [newest.id]);
      over = 1;
    }
    const made = await transaction
      .insertInto('batch_changes')
      .values({
        batch_id: batchId,
        course_id: courseId,
        kind: current ? 'changed' : 'vanished',
        batch: current && JSON.stringify(current),
        state: 'open',
        found_at: databaseNow,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!made) return { opened: 0, over };
    await openFoundCase(transaction, {
      kind: caseKindOf(made),
      subject: made.id,
      orderId: null,
      reason: reasonOf(sold, current),
    });
    return { opened: 1, over };
  });
}

/**
 * Closes the open finding of a batch that is again as it was sold, or ends a dismissed finding.
 *
 * @returns 1 if an open finding was closed, otherwise 0
 */
export async function closeFinding(
  { database }: { database: Kysely<Database> },
  batchId: number,
): Promise<number> {
  return transact(database, async (transaction) => {
    const newest = await newestOf(transaction, batchId);
    // If the upstream changes the batch in the same way again, a new finding is opened.
    if (newest?.state === 'dismissed') await resolveChange(transaction, newest, 'over', newest.note);
    if (newest?.state !== 'open') return 0;
    await resolveChange(transaction, newest, 'over');
    await closeFoundCases(transaction, caseKindOf(newest), [newest.id]);
    return 1;
  });
}

/** Closes the cases of batches that were called off and have no orders with seats left. */
export async function closeFinished(database: Kysely<Database>): Promise<void> {
  const rows = await database
    .selectFrom('batch_changes')
    .innerJoin('cases', (join) =>
      join
        .on('cases.kind', '=', 'batch_vanished')
        .on('cases.subject', '=', sql<string>`batch_changes.id::text`)
        .on('cases.closed_at', 'is', null),
    )
    .select('batch_changes.id')
    .where('batch_changes.state', '=', 'confirmed')
    .where(
      sql<boolean>`not exists (
        select from orders
        where (batch ->> 'course_schedule_id')::bigint = batch_changes.batch_id
          and (seat_hold is not null or booking <> 'none')
          and booking in ('due', 'ordered', 'review', 'booked') and cancelled_seats < seats)`,
    )
    .execute();
  await closeFoundCases(
    database,
    'batch_vanished',
    rows.map(({ id }) => id),
  );
}
