/** Statistics of the benchmarks. */

/** @returns the median @throws RangeError without values */
export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/**
 * Percentile, interpolated linearly.
 * @param percent from 0 to 100
 * @throws RangeError without values
 */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = Float64Array.from(values).sort();
  const place = ((sorted.length - 1) * percent) / 100;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) throw new RangeError('There is no value');
  return below + (above - below) * (place - Math.floor(place));
}

/**
 * Median over rounds of the ratio within each round, so that a slow round has no effect.
 * @throws RangeError if the numbers of rounds differ
 */
export function medianRatio(values: readonly number[], others: readonly number[]): number {
  if (values.length !== others.length) throw new RangeError('Both need the same number of rounds');
  return median(values.map((value, round) => value / (others[round] ?? Number.NaN)));
}
