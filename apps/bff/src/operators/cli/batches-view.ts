/** Sold batches as JSON and as lines of text. */
import { describeBatch, differencesOf } from '../../enrolment/batches/batch-terms.ts';
import type { BatchPage, SoldBatchRow } from '../../enrolment/batches/sold-batches.ts';
import type { BatchChange } from '../../enrolment/orders/store/batch-tables.ts';
import type { SoldBatch } from '../../enrolment/orders/store/order-tables.ts';
import { formatTimestamp, tableLines } from './table.ts';

/**
 * Removes the joining instructions, because operators paste lists into tickets, and the instructions are for
 * attendees only.
 */
const withoutJoining = ({ joining: _joining, ...batch }: SoldBatch) => batch;

function changeData(change: BatchChange | undefined) {
  if (!change) return null;
  const { id, kind, state, note, found_at, settled_at } = change;
  const batch = change.batch && withoutJoining(change.batch);
  return {
    id: Number(id),
    kind,
    state,
    note,
    batch,
    found_at: found_at.toISOString(),
    settled_at: settled_at?.toISOString() ?? null,
  };
}

const sourceOf = (batch: SoldBatch, set: string | null | undefined) =>
  set ? 'operator' : batch.joining ? 'upstream' : null;

/** A batch as JSON. */
export function batchData({ batch, orders, seats, change, joining }: SoldBatchRow) {
  return {
    id: batch.course_schedule_id,
    course_id: batch.course_id,
    course_name: batch.course_name,
    batch: withoutJoining(batch),
    orders,
    seats,
    change: changeData(change),
    joining_from: sourceOf(batch, joining?.joining),
  };
}

/** @returns the newest change as text, decided or not; empty without a change */
function findingOf({ batch, change }: SoldBatchRow): string {
  if (!change) return '';
  const what = change.batch
    ? differencesOf(batch, change.batch).join(', ') || 'back to the terms as sold'
    : 'vanished';
  return `${change.id}: ${what} (${change.state})`;
}

/** A table of batches. */
export function batchLines(rows: readonly SoldBatchRow[]): string[] {
  const cells = rows.map((row) => {
    const { batch, orders, seats, joining } = row;
    const source = sourceOf(batch, joining?.joining) ?? 'none';
    const id = String(batch.course_schedule_id);
    return [id, batch.start_date, batch.course_name, orders, seats, source, findingOf(row)];
  });
  return tableLines(['batch', 'starts', 'course', 'orders', 'seats', 'joining', 'change'], cells);
}

const instructionsOf = (page: BatchPage) => page.joining?.joining ?? page.batch.joining ?? null;

/** A batch as JSON, with its joining instructions, orders and changes. */
export function batchDetails(page: BatchPage) {
  return {
    ...batchData(page),
    joining: instructionsOf(page),
    order_ids: page.orderIds,
    changes: page.changes.map(changeData),
  };
}

/** The batch as lines of text. */
export function detailLines(page: BatchPage): string[] {
  const changes = page.changes.map((change) => {
    const now = change.batch ? describeBatch(change.batch) : 'no longer in the schedule';
    const decision = [change.state, change.note].filter(Boolean).join(': ');
    return `change   ${change.id}  ${formatTimestamp(change.found_at)}  ${decision}  ${now}`;
  });
  return [
    ...batchLines([page]),
    `sold as  ${describeBatch(page.batch)}`,
    ...changes,
    ...page.orderIds.map((id) => `order    ${id}`),
    ...(instructionsOf(page) ?? 'none')
      .split('\n')
      .map((line, index) => `${index === 0 ? 'joining ' : '        '} ${line}`),
  ];
}
