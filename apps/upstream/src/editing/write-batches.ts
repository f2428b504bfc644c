/** Writes the rows of an edit. */
import { paiseOf } from '@meridian/contracts/enrolment/pricing';
import type {
  BatchChange,
  BatchFault,
  BatchFields,
  NewBatch,
} from '@meridian/contracts/site/schedule/batch-editing';
import type { Transaction } from 'kysely';
import { lockBatchSeats, readBookedSeats } from '../bookings/booked-seats.ts';
import type { Tables } from '../database/tables.ts';
import { readTaught } from './busy-trainers.ts';
import { changeDraft, type Draft, type Item, newDraft } from './draft.ts';
import type { WriteBatches } from './edit.ts';
import { editableBatch } from './editable-batch.ts';
import { type FaultContext, findFaults } from './find-faults.ts';

export type EditContext = Omit<FaultContext, 'others'>;

interface Request<Value> {
  read: readonly Item<Value>[];
  /** Faults of the items that could not be parsed. */
  faults: readonly BatchFault[];
}

function columnsOf({ fee, discount_fee, online_class_room = '', ...fields }: BatchFields) {
  return {
    ...fields,
    online_class_room,
    fee_paise: paiseOf(fee),
    discount_fee_paise: paiseOf(discount_fee),
  };
}

const byIndex = (a: BatchFault, b: BatchFault) => a.index - b.index;

async function allFaults(
  transaction: Transaction<Tables>,
  drafts: readonly Draft[],
  faults: readonly BatchFault[],
  context: EditContext,
): Promise<BatchFault[]> {
  const others = await readTaught(transaction, drafts);
  return [...faults, ...findFaults(drafts, { ...context, others })].sort(byIndex);
}

export function creating({ read, faults: unread }: Request<NewBatch>, context: EditContext): WriteBatches {
  return async (transaction) => {
    const drafts = read.map(newDraft);
    const faults = await allFaults(transaction, drafts, unread, context);
    if (faults.length > 0) return { faults };
    const rows = await transaction
      .insertInto('batches')
      .values(drafts.map(({ courseId, fields }) => ({ course_id: courseId, ...columnsOf(fields) })))
      .returning('id')
      .execute();
    return { ids: rows.map(({ id }) => id) };
  };
}

export function changing({ read, faults: unread }: Request<BatchChange>, context: EditContext): WriteBatches {
  return async (transaction) => {
    const ids = read.map(({ value }) => value.id);
    // Batches are locked in a fixed order, so that edits and sales cannot deadlock.
    for (const id of [...new Set(ids)].sort((a, b) => a - b)) await lockBatchSeats(transaction, id);
    const { drafts, faults: outdated } = await draftChanges(transaction, read, context);
    const faults = await allFaults(transaction, drafts, [...unread, ...outdated], context);
    if (faults.length > 0) return { faults };
    for (const { stored, fields, changed } of drafts)
      if (stored && changed.size > 0)
        await transaction
          .updateTable('batches')
          .set({ ...columnsOf(fields), version: stored.row.version + 1 })
          .where('id', '=', stored.row.id)
          .execute();
    return { ids };
  };
}

/**
 * Finds the rows to change. Reports a fault for a batch that is unknown, occurs twice in the request, or was
 * changed meanwhile.
 */
async function draftChanges(
  transaction: Transaction<Tables>,
  changes: readonly Item<BatchChange>[],
  { content }: EditContext,
): Promise<{ drafts: Draft[]; faults: BatchFault[] }> {
  const ids = changes.map(({ value }) => value.id);
  if (ids.length === 0) return { drafts: [], faults: [] };
  const found = await transaction.selectFrom('batches').selectAll().where('id', 'in', ids).execute();
  const rows = new Map(found.map((row) => [row.id, row]));
  const booked = await readBookedSeats(transaction, ids);
  const drafts: Draft[] = [];
  const faults: BatchFault[] = [];
  for (const [position, change] of changes.entries()) {
    const { index, value } = change;
    const row = rows.get(value.id);
    const seats = booked.get(value.id) ?? 0;
    if (!row)
      faults.push({
        index,
        field: 'id',
        code: 'batch_unknown',
        message: `There is no batch ${value.id}. Load the list again.`,
      });
    else if (ids.indexOf(value.id) < position)
      faults.push({
        index,
        field: 'id',
        code: 'invalid',
        message: 'This batch is in the request twice. Change it once.',
      });
    else if (row.version !== value.version)
      faults.push({
        index,
        field: 'version',
        code: 'version_old',
        message: 'The batch was changed meanwhile. Compare with its current values, and change those.',
        current: editableBatch(content, row, seats),
      });
    else drafts.push(changeDraft(change, { row, booked: seats }));
  }
  return { drafts, faults };
}
