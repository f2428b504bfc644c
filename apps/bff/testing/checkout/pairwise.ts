/** Covering arrays: tables of combinations of factors and their values. */
export type Factors = Record<string, readonly string[]>;
export type Row<Table extends Factors> = { [Factor in keyof Table]: Table[Factor][number] };

/** @returns every combination */
export function wholeTable<Table extends Factors>(factors: Table): Row<Table>[] {
  let rows: Record<string, string>[] = [{}];
  for (const [factor, values] of Object.entries(factors))
    rows = rows.flatMap((row) => values.map((value) => ({ ...row, [factor]: value })));
  return rows as Row<Table>[];
}

/** @returns each set of `strength` cells as a number; `radix` is the number of all cells */
function tuplesOf(cells: readonly number[], strength: number, radix: number): number[] {
  if (strength === 0) return [0];
  return cells.flatMap((cell, index) =>
    tuplesOf(cells.slice(index + 1), strength - 1, radix).map((rest) => rest * radix + cell),
  );
}

/**
 * @param strength 2: each pair of values of any two factors; 3: each triple of any three
 * @returns a small set of combinations that covers all these tuples; the same for each call
 */
export function covering<Table extends Factors>(factors: Table, strength: number): Row<Table>[] {
  const cells = Object.entries(factors).flatMap(([factor, values]) =>
    values.map((value) => `${factor}=${value}`),
  );
  const numbers = new Map(cells.map((cell, number) => [cell, number]));
  const candidates = wholeTable(factors).map((row) => {
    const own = Object.entries(row).map(([factor, value]) => numbers.get(`${factor}=${value}`) ?? 0);
    const tuples = tuplesOf(own, strength, cells.length);
    return { row, tuples, gain: tuples.length };
  });
  const isCovered = new Uint8Array(cells.length ** strength);
  const chosen: Row<Table>[] = [];
  for (;;) {
    let best = candidates[0];
    let max = 0;
    for (const candidate of candidates) {
      // The gain of a candidate never grows, so a candidate that was too small before is skipped.
      if (candidate.gain <= max) continue;
      candidate.gain = candidate.tuples.filter((tuple) => !isCovered[tuple]).length;
      if (candidate.gain <= max) continue;
      best = candidate;
      max = candidate.gain;
    }
    if (!best || max === 0) return chosen;
    for (const tuple of best.tuples) isCovered[tuple] = 1;
    chosen.push(best.row);
  }
}

/** @returns a small set of combinations that covers each pair of values of any two factors */
export function pairwise<Table extends Factors>(factors: Table): Row<Table>[] {
  return covering(factors, 2);
}
