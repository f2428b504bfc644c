/** Repeats a batch on the same weekdays over a period. */
import { addDays } from '@meridian/contracts/india-time';

export interface Repeat {
  everyWeeks: number;
  /** The last day on which a repeated batch may begin, `YYYY-MM-DD`. */
  until: string;
  /** Holidays, `YYYY-MM-DD`. */
  except: readonly string[];
}

export interface Repeated {
  /**
   * The class days of each batch in ascending order, the original batch included unless it falls on a
   * holiday.
   */
  dates: string[][];
  /** First days of the batches that are left out because of a holiday. */
  leftOut: string[];
}

/** @param classDays ascending, `YYYY-MM-DD` @param max maximum number of batches */
export function repeatDates(
  classDays: readonly string[],
  { everyWeeks, until, except }: Repeat,
  max: number,
): Repeated {
  const holidays = new Set(except);
  const dates: string[][] = [];
  const leftOut: string[] = [];
  for (let weeks = 0; dates.length < max; weeks += everyWeeks) {
    const days = classDays.map((day) => addDays(day, 7 * weeks));
    const [first = ''] = days;
    if (weeks > 0 && first > until) break;
    if (days.some((day) => holidays.has(day))) leftOut.push(first);
    else dates.push(days);
  }
  return { dates, leftOut };
}
