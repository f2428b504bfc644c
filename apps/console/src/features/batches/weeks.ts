/** Days and weeks in India, as `YYYY-MM-DD`. */
import { addDays } from '@meridian/contracts/india-time';

/** @returns the Monday of the week of a day */
export const mondayOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
