/** Formats the figures as a Markdown table. */
import type { Counters, Figures } from './result.ts';

const seconds = (ms: number) => (ms / 1_000).toFixed(1);
const served = ({ done, refused, cut }: Counters) => `${done}/${refused + cut}`;

const columns: [string, (figures: Figures) => string | number][] = [
  ['fault', ({ fault }) => fault],
  ['writes possible after, s', ({ overAfterMs }) => seconds(overAfterMs)],
  ['pages served/not', ({ pages }) => served(pages)],
  ['slowest page, s', ({ slowestPageMs }) => seconds(slowestPageMs)],
  ['leads confirmed/not', ({ leads }) => served(leads)],
  ['checkouts opened/not', ({ checkouts }) => served(checkouts)],
  ['payments captured', ({ captured }) => captured],
  ['writes refused for, s', ({ refusedForMs }) => seconds(refusedForMs)],
  ['of which after that, s', ({ refusedAfterMs }) => seconds(refusedAfterMs)],
  ['lost', ({ lost }) => lost.length],
  ['doubled', ({ doubled }) => doubled.length],
];

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

export function tableOf(figures: readonly Figures[]): string {
  return [
    row(columns.map(([title]) => title)),
    row(columns.map(() => '---')),
    ...figures.map((one) => row(columns.map(([, cell]) => cell(one)))),
  ].join('\n');
}
