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

function tuplesOf(cells: readonly string[], strength: number): string[] {
  if (strength === 0) return [''];
  return cells.flatMap((cell, index) =>
    tuplesOf(cells.slice(index + 1), strength - 1).map((rest) => `${cell}|${rest}`),
  );
}

/**
 * @param strength 2: each pair of values of any two factors; 3: each triple of any three
 * @returns a small set of combinations that covers all these tuples; the same for each call
 */
export function covering<Table extends Factors>(factors: Table, strength: number): Row<Table>[] {
  const candidates = wholeTable(factors).map((row) => {
    const cells = Object.entries(row).map(([factor, value]) => `${factor}=${value}`);
    const tuples = tuplesOf(cells, strength);
    return { row, tuples, gain: tuples.length };
  });
  const open = new Set(candidates.flatMap(({ tuples }) => tuples));
  const chosen: Row<Table>[] = [];
  while (open.size > 0) {
    let best = candidates[0];
    let max = 0;
    for (const candidate of candidates) {
      // The gain of a candidate never grows, so a candidate that was too small before is skipped.
      if (candidate.gain <= max) continue;
      candidate.gain = candidate.tuples.filter((tuple) => open.has(tuple)).length;
      if (candidate.gain <= max) continue;
      best = candidate;
      max = candidate.gain;
    }
    if (!best) break;
    for (const tuple of best.tuples) open.delete(tuple);
    chosen.push(best.row);
  }
  return chosen;
}

/** @returns a small set of combinations that covers each pair of values of any two factors */
export function pairwise<Table extends Factors>(factors: Table): Row<Table>[] {
  return covering(factors, 2);
}
