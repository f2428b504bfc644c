/**
 * Start dates of a rule's batches. A batch starts every n weeks, beginning with the first matching weekday.
 */
import { weekdayOf } from './calendar.ts';

export interface Recurrence {
  /** 0 for Sunday to 6 for Saturday. */
  weekday: number;
  everyWeeks: number;
  /** First possible start, as a day number. */
  firstDay: number;
  /** Number of future batches to create. */
  ahead: number;
}

function anchorOf({ firstDay, weekday }: Recurrence): number {
  return firstDay + ((weekday - weekdayOf(firstDay) + 7) % 7);
}

/**
 * Returns the start days of the next batches as day numbers, in ascending order. Today is excluded, because a
 * batch that starts today counts as started.
 * @param today current date in India as a day number
 */
export function upcomingDays(recurrence: Recurrence, today: number): number[] {
  const anchor = anchorOf(recurrence);
  const stepDays = recurrence.everyWeeks * 7;
  const next = anchor > today ? anchor : anchor + (Math.floor((today - anchor) / stepDays) + 1) * stepDays;
  return Array.from({ length: recurrence.ahead }, (_, index) => next + index * stepDays);
}

/** @returns the index of the batch that starts on `day` */
export function numberOfBatch(recurrence: Recurrence, day: number): number {
  return (day - anchorOf(recurrence)) / (recurrence.everyWeeks * 7);
}
