const dayMs = 86_400_000;

/** @returns the start of a day in India, in UTC; of a later day with `daysLater` */
export const midnight = (day: string, daysLater = 0): Date =>
  new Date(Date.parse(`${day}T00:00:00+05:30`) + daysLater * dayMs);
