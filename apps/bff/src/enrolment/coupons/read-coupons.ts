/** Reads coupons from a CSV file, one coupon a line. */
import { paiseOf } from '@meridian/contracts/enrolment/pricing';
import { couponsAdd } from '@meridian/contracts/operators/actions/coupons';
import type { z } from 'zod';
import { isNo, isoDay } from '../../platform/csv/cells.ts';
import { type CsvFault, type CsvLine, readCsv } from '../../platform/csv/read-csv.ts';
import { midnight } from './midnight.ts';

const columns = [
  'code',
  'percent',
  'rupees',
  'label',
  'from',
  'to',
  'courses',
  'categories',
  'batches',
  'uses',
  'uses per email',
  'min seats',
  'automatic',
] as const;
type Column = (typeof columns)[number];

const maxLines = 10_000;

/** Values of a row of the table `coupons`, as JSON. */
export interface CouponValues {
  label: string;
  percent: number | null;
  amount_paise: number | null;
  /** In ISO 8601, like `ends_at`. */
  starts_at: string;
  ends_at: string | null;
  courses: number[];
  categories: string[];
  batches: number[];
  max_uses: number | null;
  max_uses_per_email: number | null;
  min_seats: number;
  automatic: boolean;
}

/**
 * A line of the file. `values` has the discount, and the columns that the file has. An empty `from` is
 * absent.
 */
export interface CouponLine {
  line: number;
  code: string;
  values: Partial<CouponValues>;
}

const listOf = (text: string) => text.split(/[\s;,]+/).filter(Boolean);
const numberOf = (text: string) =>
  text === '' ? undefined : Number(text.replace(/^₹|%$/g, '').replaceAll(',', ''));

function inputOf({ cells }: CsvLine<Column>) {
  const of = (column: Column) => cells[column] ?? '';
  return {
    code: of('code'),
    percent: numberOf(of('percent')),
    rupees: numberOf(of('rupees')),
    label: of('label'),
    from: isoDay(of('from')) || undefined,
    to: isoDay(of('to')) || undefined,
    courses: listOf(of('courses')).map(Number),
    categories: listOf(of('categories')),
    batches: listOf(of('batches')).map(Number),
    uses: numberOf(of('uses')),
    uses_per_email: numberOf(of('uses per email')),
    min_seats: numberOf(of('min seats')),
    automatic: of('automatic') !== '' && !isNo(of('automatic')),
  };
}

function valuesOf(input: z.output<typeof couponsAdd.input>, has: ReadonlySet<Column>): Partial<CouponValues> {
  const { percent, rupees, from, to } = input;
  return {
    percent: percent ?? null,
    amount_paise: rupees === undefined ? null : paiseOf(rupees),
    ...(has.has('label') && { label: input.label || input.code }),
    ...(from !== undefined && { starts_at: midnight(from).toISOString() }),
    ...(has.has('to') && { ends_at: to === undefined ? null : midnight(to, 1).toISOString() }),
    ...(has.has('courses') && { courses: input.courses }),
    ...(has.has('categories') && { categories: input.categories }),
    ...(has.has('batches') && { batches: input.batches }),
    ...(has.has('uses') && { max_uses: input.uses ?? null }),
    ...(has.has('uses per email') && { max_uses_per_email: input.uses_per_email ?? null }),
    ...(has.has('min seats') && { min_seats: input.min_seats }),
    ...(has.has('automatic') && { automatic: input.automatic }),
  };
}

/** @returns the coupons, and the errors that can be found without the database */
export function readCoupons(csv: string): { coupons: CouponLine[]; faults: CsvFault[] } {
  const file = readCsv(csv, { columns, needed: ['code'], maxLines });
  const has = new Set(file.columns);
  const faults = [...file.faults];
  const coupons: CouponLine[] = [];
  const lineOf = new Map<string, number>();
  for (const read of file.lines) {
    const { line } = read;
    const parsed = couponsAdd.input.safeParse(inputOf(read));
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues)
        faults.push({ line, column: String(path[0] ?? '').replaceAll('_', ' '), message: `${message}.` });
      continue;
    }
    const { code } = parsed.data;
    const earlier = lineOf.get(code);
    if (earlier !== undefined)
      faults.push({ line, column: 'code', message: `${code} is on line ${earlier} too.` });
    lineOf.set(code, earlier ?? line);
    coupons.push({ line, code, values: valuesOf(parsed.data, has) });
  }
  return { coupons, faults };
}
