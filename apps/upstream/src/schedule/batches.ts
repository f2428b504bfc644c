/** The batches of a course, made from its rules. */
import type { Batch } from '@meridian/contracts/schedule/batch';
import { batchId, readBatchId } from './batch-id.ts';
import { dateOf } from './calendar.ts';
import { numberOfBatch, type Recurrence, startsOn, upcomingDays } from './recurrence.ts';
import type { SeatPlan } from './seat-plan.ts';

/** A rule ready for use: its recurrence and what all its batches have in common. */
export interface BatchRule {
  keyNumber: number;
  recurrence: Recurrence;
  /** Calendar days from the first to the last, both counted. */
  lengthDays: number;
  /** Undefined where nobody counts them. */
  seats: number | undefined;
  /** How many of them other channels have sold, of the first batch, the second and so on, and then again. */
  soldElsewhere: readonly number[];
  common: Omit<Batch, 'id' | 'start_date' | 'end_date' | 'selling_fast'>;
}

/** A batch as the files have it; what depends on its bookings is added when it is read. */
export interface ScheduledBatch extends Omit<Batch, 'selling_fast'> {
  seatPlan: SeatPlan | undefined;
}

/** What the schedule needs to know of a course. */
export interface ScheduledCourse {
  id: number;
  batchRules: readonly BatchRule[];
}

function compareBatches(a: ScheduledBatch, b: ScheduledBatch): number {
  return a.start_date.localeCompare(b.start_date) || a.start_time.localeCompare(b.start_time) || a.id - b.id;
}

function seatPlanOf(rule: BatchRule, startDay: number): SeatPlan | undefined {
  if (rule.seats === undefined) return undefined;
  const { length } = rule.soldElsewhere;
  const soldElsewhere = rule.soldElsewhere[numberOfBatch(rule.recurrence, startDay) % length] ?? 0;
  return { total: rule.seats, soldElsewhere };
}

function batchesOf(courseId: number, rule: BatchRule, today: number): ScheduledBatch[] {
  return upcomingDays(rule.recurrence, today).map((startDay) => ({
    id: batchId({ courseId, keyNumber: rule.keyNumber, startDay }),
    start_date: dateOf(startDay),
    end_date: dateOf(startDay + rule.lengthDays - 1),
    ...rule.common,
    seatPlan: seatPlanOf(rule, startDay),
  }));
}

const upcoming = new WeakMap<ScheduledCourse, { today: number; batches: readonly ScheduledBatch[] }>();

/**
 * The batches of a course that start after today, by date, time and id. Computed once a day and course.
 * @param today day in India
 */
export function upcomingBatches(course: ScheduledCourse, today: number): readonly ScheduledBatch[] {
  const known = upcoming.get(course);
  if (known?.today === today) return known.batches;
  const batches = course.batchRules.flatMap((rule) => batchesOf(course.id, rule, today)).sort(compareBatches);
  upcoming.set(course, { today, batches });
  return batches;
}

/** @returns the seats of a batch that is still to come; undefined where they are not counted, or it has begun */
export function seatPlanOfBatch(course: ScheduledCourse, id: number, today: number): SeatPlan | undefined {
  return upcomingBatches(course, today).find((batch) => batch.id === id)?.seatPlan;
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
