/** When the batches of a rule start: one every so many weeks, counted from the first such weekday. */
import { weekdayOf } from './calendar.ts';

export interface Recurrence {
  /** 0 for Sunday to 6 for Saturday. */
  weekday: number;
  everyWeeks: number;
  /** Day from which the weeks are counted. */
  firstDay: number;
  /** How many batches after today are offered. */
  ahead: number;
}

function anchorOf({ firstDay, weekday }: Recurrence): number {
  return firstDay + ((weekday - weekdayOf(firstDay) + 7) % 7);
}

/**
 * The days on which the offered batches start, soonest first. A batch that starts today is not among them: it
 * counts as begun once the day begins.
 *
 * @param today day in India
 */
export function upcomingDays(recurrence: Recurrence, today: number): number[] {
  const anchor = anchorOf(recurrence);
  const stepDays = recurrence.everyWeeks * 7;
  const next = anchor > today ? anchor : anchor + (Math.floor((today - anchor) / stepDays) + 1) * stepDays;
  return Array.from({ length: recurrence.ahead }, (_, index) => next + index * stepDays);
}

/** True where a batch of the rule starts on that day, or started in the past, or is offered by now. */
export function startsOn(recurrence: Recurrence, day: number, today: number): boolean {
  const anchor = anchorOf(recurrence);
  if (day < anchor || (day - anchor) % (recurrence.everyWeeks * 7) !== 0) return false;
  return day <= today || upcomingDays(recurrence, today).includes(day);
}

/** @returns which batch of the rule starts on that day: 0 for its first one */
export function numberOfBatch(recurrence: Recurrence, day: number): number {
  return (day - anchorOf(recurrence)) / (recurrence.everyWeeks * 7);
}
