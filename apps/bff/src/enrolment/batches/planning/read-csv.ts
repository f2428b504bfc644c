/** Batches of a spreadsheet, as CSV: a line is a batch. */
import { states } from '@meridian/contracts/enrolment/states';
import {
  type BatchListData,
  batchFields,
  maxEditedBatches,
  type NewBatch,
} from '@meridian/contracts/site/schedule/batch-editing';
import Papa from 'papaparse';

/** Of the first line; the order does not matter. */
export const csvColumns = [
  'course',
  'class days',
  'start time',
  'end time',
  'mode',
  'city',
  'state',
  'trainer',
  'seats',
  'joining',
  'on sale',
] as const;
type Column = (typeof csvColumns)[number];
type Row = Partial<Record<Column, string>>;

const needed: readonly Column[] = ['course', 'class days', 'start time', 'end time', 'trainer'];

export interface CsvFault {
  /** Of the file; the first line is 1. */
  line: number;
  column: string;
  message: string;
}

export interface ReadBatches {
  batches: { batch: NewBatch; line: number }[];
  faults: CsvFault[];
}

const columnOfField: Partial<Record<string, Column>> = {
  class_days: 'class days',
  start_time: 'start time',
  end_time: 'end time',
  venue_state: 'state',
  on_sale: 'on sale',
};

/** @returns the column of a field of a batch */
export const columnOf = (field: string): string => columnOfField[field] ?? field;

/** @returns `2026-12-05` of `05-12-2026` and `5/12/2026`; other texts as they are */
function isoDay(text: string): string {
  const [, day = '', month = '', year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text) ?? [];
  return year === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

const timeOf = (text: string) => text.padStart(5, '0');
const isNo = (text: string) => /^(?:no|n|false|0)$/i.test(text);

function valuesOf(row: Row) {
  const of = (column: Column) => row[column]?.trim() ?? '';
  const state = of('state');
  const isClassroom = /^class ?room$/i.test(of('mode'));
  return {
    class_days: of('class days')
      .split(/[\s;]+/)
      .filter(Boolean)
      .map(isoDay),
    start_time: timeOf(of('start time')),
    end_time: timeOf(of('end time')),
    mode: isClassroom ? 'classroom' : of('mode').toLowerCase() || 'online',
    city: of('city') || null,
    venue_state:
      states.find(({ name }) => name.toLowerCase() === state.toLowerCase())?.code ?? (state || null),
    trainer: of('trainer'),
    seats: of('seats') === '' ? null : Number(of('seats')),
    joining: of('joining') || null,
    on_sale: !isNo(of('on sale')),
  };
}

type Course = BatchListData['courses'][number];

/** @param courses by id or name, with the prices that the batches get */
export function readBatchCsv(csv: string, courses: readonly Course[]): ReadBatches {
  const { data: lines, meta } = Papa.parse<Row>(csv.trim(), {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (title) => title.trim().toLowerCase().replaceAll('_', ' '),
  });
  const titles = meta.fields ?? [];
  const faults: CsvFault[] = [
    ...needed
      .filter((column) => !titles.includes(column))
      .map((column) => ({ line: 1, column, message: 'This column is missing.' })),
    ...titles
      .filter((title) => title !== '' && !csvColumns.some((column) => column === title))
      .map((title) => ({ line: 1, column: title, message: `Not a column. Use: ${csvColumns.join(', ')}.` })),
  ];
  if (faults.length > 0) return { batches: [], faults };
  if (lines.length === 0)
    return { batches: [], faults: [{ line: 1, column: '', message: 'The file has no batches.' }] };
  if (lines.length > maxEditedBatches) {
    const message = `A file can have at most ${maxEditedBatches} batches; this one has ${lines.length}.`;
    return { batches: [], faults: [{ line: 1, column: '', message }] };
  }
  const batches: ReadBatches['batches'] = [];
  for (const [index, row] of lines.entries()) {
    const line = index + 2;
    const named = row.course?.trim() ?? '';
    const course = courses.find(
      ({ id, name }) => String(id) === named || name.toLowerCase() === named.toLowerCase(),
    );
    if (!course) faults.push({ line, column: 'course', message: `No course has the id or name "${named}".` });
    const parsed = batchFields.safeParse({
      ...valuesOf(row),
      fee: course?.fee ?? 0,
      discount_fee: course?.discount_fee ?? 0,
    });
    for (const { path, message } of parsed.error?.issues ?? [])
      faults.push({ line, column: columnOf(String(path[0] ?? '')), message });
    if (course && parsed.success) batches.push({ batch: { ...parsed.data, course_id: course.id }, line });
  }
  return { batches, faults };
}
