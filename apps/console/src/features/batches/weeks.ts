/** Weeks in India. Days are `YYYY-MM-DD`. */
import { addDays } from '@meridian/contracts/india-time';

/** @returns the Monday of the week that contains a day */
export const mondayOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
