/** Text tables with aligned columns. */
import { timeInIndia } from '@meridian/contracts/india-time';

/**
 * @param header column names
 * @param rows a cell per column; a column with a number is right-aligned
 * @returns lines, header first
 */
export function tableLines(
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string[] {
  const widths = header.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => String(row[column] ?? '').length)),
  );
  const numeric = header.map((_name, column) => rows.some((row) => typeof row[column] === 'number'));
  const line = (cells: readonly (string | number)[]) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return numeric[column] ? String(cell).padStart(width) : String(cell).padEnd(width);
      })
      .join('  ')
      .trimEnd();
  return [line(header), ...rows.map(line)];
}

/** Formats a timestamp as `2026-11-20 12:00:00 IST`; empty for null. */
export function formatTimestamp(timestamp: Date | null): string {
  return timestamp ? `${timeInIndia(timestamp.getTime()).slice(0, 19).replace('T', ' ')} IST` : '';
}

/** Formats a duration as `3 s`, `12 min`, `5 h` or `4 d`. */
export function ageText(seconds: number): string {
  if (seconds < 100) return `${Math.round(seconds)} s`;
  if (seconds < 100 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 48 * 3_600) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}
