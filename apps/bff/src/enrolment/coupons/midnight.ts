const dayMs = 86_400_000;

/** @returns the start, in India, of a day (`YYYY-MM-DD`), or of the day that is `daysLater` days later */
export const midnight = (day: string, daysLater = 0): Date =>
  new Date(Date.parse(`${day}T00:00:00+05:30`) + daysLater * dayMs);
