/** The batches of a course, made from its rules. */
import type { Batch } from '@meridian/contracts/schedule/batch';
import { batchId, readBatchId } from './batch-id.ts';
import { dateOf } from './calendar.ts';
import { type Recurrence, startsOn, upcomingDays } from './recurrence.ts';

/** A rule ready for use: its recurrence and what all its batches have in common. */
export interface BatchRule {
  keyNumber: number;
  recurrence: Recurrence;
  /** Calendar days from the first to the last, both counted. */
  lengthDays: number;
  /** How many of the next batches are marked as selling fast. */
  sellingFast: number;
  common: Omit<Batch, 'id' | 'start_date' | 'end_date' | 'selling_fast'>;
}

/** What the schedule needs to know of a course. */
export interface ScheduledCourse {
  id: number;
  batchRules: readonly BatchRule[];
}

function compareBatches(a: Batch, b: Batch): number {
  return a.start_date.localeCompare(b.start_date) || a.start_time.localeCompare(b.start_time) || a.id - b.id;
}

function batchesOf(courseId: number, rule: BatchRule, today: number): Batch[] {
  return upcomingDays(rule.recurrence, today).map((startDay, index) => ({
    id: batchId({ courseId, keyNumber: rule.keyNumber, startDay }),
    start_date: dateOf(startDay),
    end_date: dateOf(startDay + rule.lengthDays - 1),
    ...rule.common,
    selling_fast: index < rule.sellingFast ? 1 : 0,
  }));
}

const upcoming = new WeakMap<ScheduledCourse, { today: number; batches: readonly Batch[] }>();

/**
 * The batches of a course that start after today, by date, time and id. Computed once a day and course.
 * @param today day in India
 */
export function upcomingBatches(course: ScheduledCourse, today: number): readonly Batch[] {
  const known = upcoming.get(course);
  if (known?.today === today) return known.batches;
  const batches = course.batchRules.flatMap((rule) => batchesOf(course.id, rule, today)).sort(compareBatches);
  upcoming.set(course, { today, batches });
  return batches;
}

/**
 * True where the course has, or has had, a batch of that id. One that has begun counts: it may have been paid for
 * before it did.
 */
export function hasBatch(course: ScheduledCourse, id: number, today: number): boolean {
  const reference = readBatchId(id);
  if (reference?.courseId !== course.id) return false;
  const rule = course.batchRules.find(({ keyNumber }) => keyNumber === reference.keyNumber);
  return rule !== undefined && startsOn(rule.recurrence, reference.startDay, today);
}
