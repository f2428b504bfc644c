/**
 * Reads the board: the upstream's batches with the seats sold and held, the waiting list, and operators'
 * decisions.
 */
import {
  type BatchBoard,
  type BatchRow,
  type BatchState,
  type BoardRow,
  maxBoardBatches,
} from '@meridian/contracts/operators/console/batches';
import type {
  BatchListData,
  BatchListRequest,
  EditableBatch,
} from '@meridian/contracts/site/schedule/batch-editing';
import { type Kysely, sql } from 'kysely';
import { type BatchPlan, findPlans } from '../../../enrolment/orders/store/batch-plans.ts';
import type { BatchEditor } from '../../../partners/upstream/batch-editor.ts';
import type { Database } from '../../../platform/database/database.ts';
import { isRemoteError } from '../../../platform/remote/remote-error.ts';
import { batchList, findBatch } from './batch-lists.ts';

export interface BoardDependencies {
  database: Kysely<Database>;
  editor: BatchEditor;
  /** Today in India, `YYYY-MM-DD`. */
  today: string;
}

type Listed = Pick<BatchBoard, 'upstream' | 'courses' | 'trainers'> & {
  batches: EditableBatch[];
  more: number;
};

const nothing = { courses: [], trainers: [], batches: [], more: 0 };

async function listEditable(editor: BatchEditor, request: BatchListRequest): Promise<Listed> {
  let listed: BatchListData | undefined;
  try {
    listed = await editor.list(request);
  } catch (error) {
    if (!isRemoteError(error, 'upstream')) throw error;
    return { upstream: 'silent', ...nothing };
  }
  return listed ? { upstream: 'editable', ...listed } : { upstream: 'fixed', ...nothing };
}

/** @returns the revenue of batches: payments for bookings minus refunds, in paise */
async function revenueOf(database: Kysely<Database>, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; paise: string }>`
    select (o.batch ->> 'course_schedule_id')::bigint as id, sum(p.kept_paise) as paise
    from orders o join order_payments p on p.order_id = o.id and p.role = 'pays'
    where (o.batch ->> 'course_schedule_id')::bigint = any (${ids.map(String)}::bigint[])
      and (o.seat_hold is not null or o.booking <> 'none')
    group by 1`.execute(database);
  return new Map(rows.map(({ id, paise }) => [Number(id), Number(paise)]));
}

function stateOf(
  { start_date: start, end_date: end }: Pick<BatchRow, 'start_date' | 'end_date'>,
  plan: BatchPlan | undefined,
  editable: EditableBatch | null,
  today: string,
): BatchState {
  if (plan?.state === 'called_off') return 'called_off';
  if (end !== null && end < today) return 'done';
  if (start !== null && start <= today) return 'running';
  if (plan && plan.state !== 'open') return plan.state;
  return editable && !editable.on_sale ? 'planned' : 'open';
}

/** The row of a batch without seats sold or held, and without a waiting list. */
function unsoldRow(batch: EditableBatch): BatchRow {
  return {
    id: batch.id,
    course_id: batch.course_id,
    course: batch.course_name,
    start_date: batch.class_days[0] ?? null,
    end_date: batch.class_days.at(-1) ?? null,
    start_time: batch.start_time,
    end_time: batch.end_time,
    sold: 0,
    held: 0,
    offered: 0,
    waiting: 0,
    free: batch.seats === null ? null : Math.max(0, batch.seats - batch.sold_elsewhere - batch.booked),
  };
}

async function decorate(
  { database, today }: Pick<BoardDependencies, 'database' | 'today'>,
  rows: readonly BatchRow[],
  batches: readonly EditableBatch[],
): Promise<BoardRow[]> {
  const ids = rows.map(({ id }) => id);
  const [plans, revenue] = await Promise.all([findPlans(database, ids), revenueOf(database, ids)]);
  const known = new Map(batches.map((batch) => [batch.id, batch]));
  return rows.map((row) => {
    const plan = plans.get(row.id);
    const editable = known.get(row.id) ?? null;
    const unsold = editable && unsoldRow(editable);
    const dated = { ...row, ...(unsold && { start_date: unsold.start_date, end_date: unsold.end_date }) };
    return {
      ...dated,
      course: row.course || (editable?.course_name ?? ''),
      // Uses the free seats of the upstream until the seats of the batch have been read for the first time.
      free: row.free ?? unsold?.free ?? null,
      state: stateOf(dated, plan, editable, today),
      outcome: plan?.outcome ?? null,
      min_seats: plan?.min_seats ?? null,
      revenue_paise: revenue.get(row.id) ?? 0,
      trainer: editable?.trainer ?? '',
      editable,
    };
  });
}

const firstDay = ({ start_date: start }: BatchRow) => start ?? '9999';

const byDay = <Row extends BatchRow>(rows: readonly Row[]) =>
  rows.toSorted(
    (a, b) => firstDay(a).localeCompare(firstDay(b)) || a.course.localeCompare(b.course) || a.id - b.id,
  );

/**
 * @param query `from` (inclusive) and `to` (exclusive) limit the batches' first day, `YYYY-MM-DD`; `course`
 * limits them to one course
 * @returns the first batches of the period, sorted by first day, and all batches without a day
 */
export async function readBoard(
  deps: BoardDependencies,
  { course, ...period }: { from: string; to: string; course?: number | undefined },
): Promise<BatchBoard> {
  const [listed, all] = await Promise.all([
    listEditable(deps.editor, {
      ...period,
      ...(course !== undefined && { course_id: course }),
      limit: maxBoardBatches,
    }),
    batchList(deps.database, period),
  ]);
  // If the upstream cut its list, booked batches that are not in the list are left out from the day of the
  // cut on, because `more` includes them.
  const cutDay = listed.more > 0 ? listed.batches.at(-1)?.class_days[0] : undefined;
  const listedIds = new Set(listed.batches.map(({ id }) => id));
  const booked = all
    .filter((row) => course === undefined || row.course_id === course)
    .filter((row) => cutDay === undefined || listedIds.has(row.id) || (row.start_date ?? '') < cutDay);
  const known = new Set(booked.map(({ id }) => id));
  // Rows are sorted and cut by the first day that the upstream reports, because the board shows that day.
  const days = new Map(listed.batches.map((batch) => [batch.id, batch.class_days[0] ?? null]));
  const dated = booked.map((row) => ({ ...row, start_date: days.get(row.id) ?? row.start_date }));
  const rows = byDay([...dated, ...listed.batches.filter(({ id }) => !known.has(id)).map(unsoldRow)]);
  const begin = rows.filter(({ start_date: start }) => start !== null);
  const shown = [
    ...begin.slice(0, maxBoardBatches),
    ...rows.filter(({ start_date: start }) => start === null),
  ];
  const batches = await decorate(deps, shown, listed.batches);
  const { upstream, courses, trainers } = listed;
  return {
    upstream,
    courses,
    trainers,
    batches: byDay(batches),
    more: listed.more + Math.max(0, begin.length - maxBoardBatches),
  };
}

/** @returns one batch; undefined if neither the upstream nor an order, hold or waiting list has it */
export async function readBoardRow(
  deps: BoardDependencies,
  id: number,
): Promise<(BoardRow & Pick<BatchBoard, 'upstream' | 'courses' | 'trainers'>) | undefined> {
  const [listed, found] = await Promise.all([
    listEditable(deps.editor, { ids: [id] }),
    findBatch(deps.database, String(id)),
  ]);
  const { batches, upstream, courses, trainers } = listed;
  const [editable] = batches;
  const row = found ?? (editable && unsoldRow(editable));
  if (!row) return undefined;
  const [decorated] = await decorate(deps, [row], batches);
  return decorated && { ...decorated, upstream, courses, trainers };
}
