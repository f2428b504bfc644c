/**
 * Formats numbers with Indian grouping (`12,34,567`) like `Intl` with `en-IN`. The first use of `Intl` costs
 * more than 10 ms during the first load.
 */

/** Positions of the separators: before the last three digits, then before each pair. */
const places = /\B(?=(?:\d{2})*\d{3}$)/g;

/** @param value an integer */
export function formatWhole(value: number): string {
  const digits = String(Math.abs(value)).replace(places, ',');
  return value < 0 ? `-${digits}` : digits;
}
