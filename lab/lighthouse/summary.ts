import type { Category, Look } from '../../e2e/support/lighthouse/measure.ts';
import type { Screen } from '../../e2e/support/lighthouse/screens.ts';
import { median } from './median.ts';
import type { Waits } from './navigation.ts';

/** Medians of several audits of one screen. */
export interface ScreenSummary extends Pick<Look, 'scores' | 'timing'> {
  screen: Screen;
  /** Distinct faults of all audits. */
  faults: string[];
}

function medians<Key extends string>(records: readonly Partial<Record<Key, number>>[]) {
  const [first = {}] = records;
  return Object.fromEntries(
    Object.keys(first).map((key) => [key, median(records.map((record) => record[key as Key] ?? Number.NaN))]),
  ) as Record<Key, number>;
}

/** @param looks audits of one screen: at least one, all with the same categories */
export function summarise(screen: Screen, looks: readonly Look[]): ScreenSummary {
  const timings = looks.flatMap(({ timing }) => timing ?? []);
  return {
    screen,
    scores: medians<Category>(looks.map(({ scores }) => scores)),
    ...(timings.length > 0 && { timing: medians(timings) }),
    faults: [...new Set(looks.flatMap(({ faults }) => faults))],
  };
}

const maxNavigationMs = 100;
const maxTaskMs = 100;
const maxTbtMs = 20;
const maxLcpMs = 1_300;
/** Pages with a target for the largest contentful paint, because visitors usually arrive there. */
const quickest: readonly string[] = ['/', '/safe/safe-agilist-certification'];

/** @returns missed targets of a screen; empty if all are met */
export function misses({ screen, scores, timing, faults }: ScreenSummary): string[] {
  const found: string[] = [];
  for (const [category, score] of Object.entries(scores))
    if (score < 100 && (category !== 'seo' || screen.listed)) {
      const causes = faults.filter((fault) => fault.startsWith(`${category}:`)).join(', ');
      found.push(`${category} ${score}${causes && ` [${causes}]`}`);
    }
  if (!timing) return found;
  if (timing.tbtMs > maxTbtMs) found.push(`TBT ${Math.round(timing.tbtMs)} ms, at most ${maxTbtMs}`);
  if (timing.cls >= 0.0005) found.push(`CLS ${timing.cls.toFixed(4)}, at most 0`);
  if (quickest.includes(screen.path) && timing.lcpMs > maxLcpMs)
    found.push(`LCP ${Math.round(timing.lcpMs)} ms, at most ${maxLcpMs}`);
  return found;
}

/** @returns missed targets of waiting times */
export function waitMisses({ navigationMs, longestTaskMs }: Waits): string[] {
  return [
    ...(navigationMs > maxNavigationMs
      ? [`a link takes ${Math.round(navigationMs)} ms, at most ${maxNavigationMs}`]
      : []),
    ...(longestTaskMs > maxTaskMs
      ? [`a task takes ${Math.round(longestTaskMs)} ms, at most ${maxTaskMs}`]
      : []),
  ];
}

/** Formats rows as a text table, with all columns except the first aligned right. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column ? cell.padStart : cell.padEnd).call(cell, widths[column] ?? 0))
      .join('  ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
}

/** Formats the summaries as a table. */
export function summaryTable(summaries: readonly ScreenSummary[]): string {
  const score = (value: number | undefined) => (value === undefined ? '' : String(value));
  const ms = (value: number | undefined) => (value === undefined ? '' : String(Math.round(value)));
  return textTable([
    ['screen', 'perf', 'a11y', 'best', 'seo', 'FCP ms', 'LCP ms', 'TBT ms', 'SI ms', 'CLS'],
    ...summaries.map(({ screen, scores, timing }) => [
      screen.name,
      score(scores.performance),
      score(scores.accessibility),
      score(scores['best-practices']),
      screen.listed ? score(scores.seo) : '',
      ms(timing?.fcpMs),
      ms(timing?.lcpMs),
      ms(timing?.tbtMs),
      ms(timing?.speedIndexMs),
      timing?.cls.toFixed(3) ?? '',
    ]),
  ]);
}
