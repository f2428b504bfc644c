const dayMs = 86_400_000;

/** @returns the start of a day in India, or of the day `daysLater` */
export const midnight = (day: string, daysLater = 0): Date =>
  new Date(Date.parse(`${day}T00:00:00+05:30`) + daysLater * dayMs);
