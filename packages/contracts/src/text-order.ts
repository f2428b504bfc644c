/**
 * Compares texts by code units, which sorts ISO dates and times by time. `localeCompare` would load the
 * browser's collation, which takes 4 to 7 ms at its first use.
 */
export const byCodeUnits = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
