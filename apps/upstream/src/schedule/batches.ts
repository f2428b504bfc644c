/** Generates a course's batches from its rules. */
import type { Batch } from '@meridian/contracts/site/schedule/batch';
import type { BatchOnSale } from '@meridian/contracts/site/schedule/seats';
import { batchId, readBatchId } from './batch-id.ts';
import { dateOf } from './calendar.ts';
import { numberOfBatch, type Recurrence, startsOn, upcomingDays } from './recurrence.ts';
import type { SeatPlan } from './seat-plan.ts';

type ClassDetails = Pick<BatchOnSale, 'sessions' | 'joining'>;

/** A parsed rule: recurrence and common fields of its batches. */
export interface BatchRule {
  keyNumber: number;
  recurrence: Recurrence;
  /** Calendar days, first and last included. */
  lengthDays: number;
  /** Days with class, the first is 1; undefined if not told. */
  classDays: readonly number[] | undefined;
  /** Undefined if not counted. */
  seats: number | undefined;
  /** Seats sold by other channels, per batch, cyclic. */
  soldElsewhere: readonly number[];
  common: Omit<Batch, 'id' | 'start_date' | 'end_date' | 'selling_fast'> & ClassDetails;
}

/** A batch without data that depends on bookings. */
export interface ScheduledBatch extends Omit<Batch, 'selling_fast'>, ClassDetails {
  seatPlan: SeatPlan | undefined;
}

/** Schedule-related fields of a course. */
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

function sessionsOf({ common }: BatchRule, classDays: readonly number[], startDay: number) {
  const { start_time, end_time } = common;
  return classDays.map((day) => ({ date: dateOf(startDay + day - 1), start_time, end_time }));
}

function batchesOf(courseId: number, rule: BatchRule, today: number): ScheduledBatch[] {
  return upcomingDays(rule.recurrence, today).map((startDay) => ({
    id: batchId({ courseId, keyNumber: rule.keyNumber, startDay }),
    start_date: dateOf(startDay),
    end_date: dateOf(startDay + rule.lengthDays - 1),
    ...rule.common,
    ...(rule.classDays && { sessions: sessionsOf(rule, rule.classDays, startDay) }),
    seatPlan: seatPlanOf(rule, startDay),
  }));
}

const upcoming = new WeakMap<ScheduledCourse, { today: number; batches: readonly ScheduledBatch[] }>();

/**
 * Batches that start after today, by date, time and id. Cached per day and course.
 * @param today Indian date, as a day number
 */
export function upcomingBatches(course: ScheduledCourse, today: number): readonly ScheduledBatch[] {
  const known = upcoming.get(course);
  if (known?.today === today) return known.batches;
  const batches = course.batchRules.flatMap((rule) => batchesOf(course.id, rule, today)).sort(compareBatches);
  upcoming.set(course, { today, batches });
  return batches;
}

/** @returns seats of a future batch; undefined if not counted or already started */
export function seatPlanOfBatch(course: ScheduledCourse, id: number, today: number): SeatPlan | undefined {
  return upcomingBatches(course, today).find((batch) => batch.id === id)?.seatPlan;
}

/** True if the course has or had this batch; started ones count, since they may have been paid before. */
export function hasBatch(course: ScheduledCourse, id: number, today: number): boolean {
  const reference = readBatchId(id);
  if (reference?.courseId !== course.id) return false;
  const rule = course.batchRules.find(({ keyNumber }) => keyNumber === reference.keyNumber);
  return rule !== undefined && startsOn(rule.recurrence, reference.startDay, today);
}
