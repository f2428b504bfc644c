/** Copies edits of batches into their orders, so that the nightly comparison finds no difference. */
import type { EditableBatch } from '@meridian/contracts/site/schedule/batch-editing';
import type { Transaction } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { SoldBatch } from '../../orders/store/order-tables.ts';
import { recordDecided } from '../batch-changes.ts';
import { differencesOf } from '../batch-terms.ts';
import { applyChanged, type DecideChangeDependencies } from '../decide-change.ts';
import { adoptJoiningIn } from '../joining.ts';
import { lockOrdersOfBatch } from '../orders-of-batch.ts';

function isWeekend(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6;
}

/** @returns the snapshot of an order with the edited fields */
export function snapshotOf(sold: SoldBatch, batch: EditableBatch): SoldBatch {
  const { class_days: days, start_time, end_time, mode, city, venue_state: state, joining } = batch;
  const { venue_state: _state, city: _city, joining: _joining, ...kept } = sold;
  return {
    ...kept,
    start_date: days[0] ?? sold.start_date,
    end_date: days.at(-1) ?? sold.end_date,
    start_time,
    end_time,
    day_type: days.every(isWeekend) ? 'weekend' : 'weekday',
    instructor_name: batch.trainer,
    online_class_room: batch.online_class_room ?? sold.online_class_room,
    mode,
    ...(city && { city }),
    ...(state && { venue_state: state }),
    ...(joining && { joining }),
    sessions: days.map((date) => ({ date, start_time, end_time })),
  };
}

/** @returns the number of orders emailed */
export async function applyEdit(
  transaction: Transaction<Database>,
  deps: DecideChangeDependencies,
  edited: EditableBatch,
): Promise<number> {
  const orders = await lockOrdersOfBatch(transaction, edited.id);
  const [first] = orders;
  if (!first) return 0;
  const batch = snapshotOf(first.batch, edited);
  let emailed = 0;
  if (orders.some((order) => differencesOf(order.batch, batch).length > 0)) {
    const about = { batchId: edited.id, courseId: edited.course_id };
    const change = await recordDecided(transaction, about, batch);
    emailed = await applyChanged({ ...deps, transaction, change: { ...change, batch } }, orders, batch);
  }
  return emailed + (await adoptJoiningIn(transaction, deps.jobs, batch));
}
