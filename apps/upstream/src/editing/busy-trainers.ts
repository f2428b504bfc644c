/** Finds trainers who would teach two batches at the same time. */
import { formatDay, formatTime } from '@meridian/contracts/format-time';
import type { BatchFault, BatchFields } from '@meridian/contracts/site/schedule/batch-editing';
import type { Content } from '../content/content.ts';
import type { Database } from '../database/database.ts';
import type { Draft } from './draft.ts';
import { courseName } from './editable-batch.ts';

export interface TaughtBatch extends Pick<BatchFields, 'class_days' | 'start_time' | 'end_time' | 'trainer'> {
  course_id: number;
}

const timing = ['trainer', 'class_days', 'start_time', 'end_time', 'on_sale'] as const;

/** True for drafts on sale that are new, go on sale, or change their time or trainer. */
function isChecked({ fields, changed }: Draft): boolean {
  return fields.on_sale && timing.some((field) => changed.has(field));
}

/**
 * Reads the batches on sale that may overlap with the checked drafts, without the batches that the request
 * changes.
 */
export async function readTaught(database: Database, drafts: readonly Draft[]): Promise<TaughtBatch[]> {
  const checked = drafts.filter(isChecked);
  const firstDay = checked.flatMap(({ fields }) => fields.class_days).toSorted()[0];
  if (firstDay === undefined) return [];
  const changing = drafts.flatMap(({ stored }) => (stored ? [stored.row.id] : []));
  return database
    .selectFrom('batches')
    .select(['course_id', 'class_days', 'start_time', 'end_time', 'trainer'])
    .where('on_sale', '=', true)
    .where('trainer', 'in', [...new Set(checked.map(({ fields }) => fields.trainer))])
    .where('last_day', '>=', firstDay)
    .$if(changing.length > 0, (query) => query.where('id', 'not in', changing))
    .execute();
}

function commonDay(a: TaughtBatch, b: TaughtBatch): string | undefined {
  if (a.start_time >= b.end_time || b.start_time >= a.end_time) return undefined;
  return a.class_days.find((day) => b.class_days.includes(day));
}

/**
 * @returns a fault for each checked draft whose trainer teaches another batch at that time, of `others` or of
 *   the request; of two checked drafts, the later one has the fault
 */
export function findBusy(
  drafts: readonly Draft[],
  others: readonly TaughtBatch[],
  content: Content,
): Map<Draft, Omit<BatchFault, 'index'>> {
  const taken = [
    ...others,
    ...drafts.filter((draft) => draft.fields.on_sale && !isChecked(draft)).map(taughtBy),
  ];
  const busy = new Map<Draft, Omit<BatchFault, 'index'>>();
  for (const draft of drafts.filter(isChecked)) {
    const own = taughtBy(draft);
    for (const other of taken) {
      const day = other.trainer === own.trainer ? commonDay(own, other) : undefined;
      if (day === undefined || busy.has(draft)) continue;
      const hours = `${formatTime(other.start_time)} to ${formatTime(other.end_time)}`;
      busy.set(draft, {
        field: 'trainer',
        code: 'trainer_busy',
        message: `${own.trainer} teaches ${courseName(content, other.course_id)} on ${formatDay(day)}, ${hours}. Choose another trainer, day or time.`,
      });
    }
    taken.push(own);
  }
  return busy;
}

function taughtBy({ courseId, fields }: Draft): TaughtBatch {
  return { course_id: courseId, ...fields };
}
