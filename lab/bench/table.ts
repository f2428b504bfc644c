import { classify, type Table, type Target } from './report.ts';

/** Formats a number: the larger it is, the fewer decimals (three to none). Integers have none. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return 'none';
  if (Math.abs(value) >= 100 || Number.isInteger(value)) return Math.round(value).toLocaleString('en');
  if (Math.abs(value) >= 10) return value.toFixed(1);
  return Math.abs(value) >= 1 ? value.toFixed(2) : value.toFixed(3);
}

/** Formats a table as text: strings left-aligned, numbers right-aligned. */
export function tableLines({ title, columns, rows }: Table): string[] {
  const cells = rows.map((row) =>
    row.map((cell) => ({
      text: typeof cell === 'number' ? formatNumber(cell) : cell,
      right: typeof cell === 'number',
    })),
  );
  const widths = columns.map((column, at) =>
    Math.max(column.length, ...cells.map((row) => row[at]?.text.length ?? 0)),
  );
  const line = (texts: readonly { text: string; right: boolean }[]) =>
    texts
      .map(({ text, right }, at) => (right ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd();
  const numeric = (at: number) => cells.some((row) => row[at]?.right);
  return [
    title,
    line(columns.map((text, at) => ({ text, right: numeric(at) }))),
    widths.map((width) => '-'.repeat(width)).join('  '),
    ...cells.map(line),
  ];
}

/** Formats a target with its result as one line. */
export function targetLine(target: Target): string {
  const { what, value, atLeast, atMost, unit } = target;
  const { met, margin } = classify(target);
  const amount = (number: number) => [formatNumber(number), unit].filter(Boolean).join(' ');
  const limit = atLeast === undefined ? `at most ${amount(atMost)}` : `at least ${amount(atLeast)}`;
  const by = (atLeast ?? atMost) === 0 ? '' : ` (by ${Math.abs(margin * 100).toFixed(1)} %)`;
  return `${met ? 'pass ' : 'SHORT'}  ${what}: ${amount(value)}, ${limit}${by}`;
}
