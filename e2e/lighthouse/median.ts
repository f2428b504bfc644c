/** @returns the middle one of several numbers; of an even count the better, lower one of the middle two */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}
