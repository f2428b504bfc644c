/** Days and weeks in India, as `YYYY-MM-DD`. */
const dayMs = 24 * 60 * 60_000;

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** @returns the Monday of the week of a day */
export const mondayOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
