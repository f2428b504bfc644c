/** The arithmetic of the benchmarks. */

/** The middle of some numbers, or the mean of the middle two. @throws RangeError where there is none */
export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/**
 * The value below which so many percent of the values lie, between two of them by proportion.
 *
 * @param percent from 0 to 100
 * @throws RangeError where there is no value
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
 * How many times as much the one is as the other: the median over the rounds, each round's value against the
 * value of the same round, so that what slows a whole round down counts for nothing.
 *
 * @throws RangeError where the rounds do not correspond
 */
export function medianRatio(values: readonly number[], others: readonly number[]): number {
  if (values.length !== others.length) throw new RangeError('As many rounds of the one as of the other');
  return median(values.map((value, round) => value / (others[round] ?? Number.NaN)));
}
