/** Tables of combinations: each factor with its values. */
type Factors = Record<string, readonly string[]>;
type Row<Table extends Factors> = { [Factor in keyof Table]: Table[Factor][number] };

/** @returns every combination */
export function wholeTable<Table extends Factors>(factors: Table): Row<Table>[] {
  let rows: Record<string, string>[] = [{}];
  for (const [factor, values] of Object.entries(factors))
    rows = rows.flatMap((row) => values.map((value) => ({ ...row, [factor]: value })));
  return rows as Row<Table>[];
}

function pairsOf(row: Record<string, string>): string[] {
  const cells = Object.entries(row).map(([factor, value]) => `${factor}=${value}`);
  return cells.flatMap((one, index) => cells.slice(index + 1).map((other) => `${one}|${other}`));
}

/** @returns few combinations that hold each pair of values of any two factors at least once, always the same ones */
export function pairwise<Table extends Factors>(factors: Table): Row<Table>[] {
  const candidates = wholeTable(factors);
  const open = new Set(candidates.flatMap(pairsOf));
  const chosen: Row<Table>[] = [];
  const gainOf = (row: Row<Table>) => pairsOf(row).filter((pair) => open.has(pair)).length;
  while (open.size > 0) {
    const best = candidates.reduce((one, other) => (gainOf(other) > gainOf(one) ? other : one));
    for (const pair of pairsOf(best)) open.delete(pair);
    chosen.push(best);
  }
  return chosen;
}
