import type { BatchListData, BatchListRequest } from '@meridian/contracts/site/schedule/batch-editing';
import { readBookedSeats } from '../bookings/booked-seats.ts';
import type { Content } from '../content/content.ts';
import type { Database } from '../database/database.ts';
import { readRevision } from '../schedule/revision.ts';
import { editableBatch } from './editable-batch.ts';

/** Lists the batches that match, and the courses and trainers for the form. */
export async function listBatches(
  database: Database,
  content: Content,
  { from, to, course_id: courseId, ids, limit }: BatchListRequest,
): Promise<BatchListData> {
  // The revision is read first, so that the batches are never older than the revision.
  const revision = await readRevision(database);
  let query = database
    .selectFrom('batches')
    .selectAll()
    .orderBy('first_day')
    .orderBy('start_time')
    .orderBy('id');
  if (from !== undefined) query = query.where('first_day', '>=', from);
  if (to !== undefined) query = query.where('first_day', '<', to);
  if (courseId !== undefined) query = query.where('course_id', '=', courseId);
  if (ids !== undefined) query = query.where('id', 'in', ids.length > 0 ? ids : [0]);
  const rows = await (limit === undefined ? query : query.limit(limit)).execute();
  const isCut = limit !== undefined && rows.length === limit;
  const { count } = isCut
    ? await query
        .clearSelect()
        .clearOrderBy()
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow()
    : { count: rows.length };
  const booked = await readBookedSeats(
    database,
    rows.map(({ id }) => id),
  );
  return {
    revision,
    batches: rows.map((row) => editableBatch(content, row, booked.get(row.id) ?? 0)),
    more: Number(count) - rows.length,
    courses: content.courses.map(({ id, listItem: { name }, card }) => ({
      id,
      name,
      fee: card.fee,
      discount_fee: card.discount_fee,
      days: card.training_days,
    })),
    trainers: content.trainers.map(({ name }) => name),
  };
}
