/** Start dates of a rule's batches: every n weeks from the first such weekday. */
import { weekdayOf } from './calendar.ts';

export interface Recurrence {
  /** 0 for Sunday to 6 for Saturday. */
  weekday: number;
  everyWeeks: number;
  /** Start of the recurrence. */
  firstDay: number;
  /** Number of future batches. */
  ahead: number;
}

function anchorOf({ firstDay, weekday }: Recurrence): number {
  return firstDay + ((weekday - weekdayOf(firstDay) + 7) % 7);
}

/**
 * Start days of the next batches, ascending. Excludes today: that batch counts as started.
 * @param today Indian date, as a day number
 */
export function upcomingDays(recurrence: Recurrence, today: number): number[] {
  const anchor = anchorOf(recurrence);
  const stepDays = recurrence.everyWeeks * 7;
  const next = anchor > today ? anchor : anchor + (Math.floor((today - anchor) / stepDays) + 1) * stepDays;
  return Array.from({ length: recurrence.ahead }, (_, index) => next + index * stepDays);
}

/** @returns index of the batch that starts on that day */
export function numberOfBatch(recurrence: Recurrence, day: number): number {
  return (day - anchorOf(recurrence)) / (recurrence.everyWeeks * 7);
}
