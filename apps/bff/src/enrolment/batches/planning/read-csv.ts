/** Reads batches from a CSV file, one batch a line. */
import { states } from '@meridian/contracts/enrolment/states';
import {
  type BatchListData,
  batchFields,
  maxEditedBatches,
  type NewBatch,
} from '@meridian/contracts/site/schedule/batch-editing';
import { isNo, isoDay } from '../../../platform/csv/cells.ts';
import { type CsvFault, type CsvLine, readCsv } from '../../../platform/csv/read-csv.ts';

/** The names in the first line, in any order. */
const columns = [
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
type Column = (typeof columns)[number];
type Row = CsvLine<Column>['cells'];

const needed: readonly Column[] = ['course', 'class days', 'start time', 'end time', 'trainer'];

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

export const columnOf = (field: string): string => columnOfField[field] ?? field;

const timeOf = (text: string) => text.padStart(5, '0');

function valuesOf(row: Row) {
  const of = (column: Column) => row[column] ?? '';
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

/** @param courses found by the id or name in the file; a batch gets the fees of its course */
export function readBatchCsv(csv: string, courses: readonly Course[]): ReadBatches {
  const { lines, faults } = readCsv(csv, { columns, needed, maxLines: maxEditedBatches });
  const batches: ReadBatches['batches'] = [];
  for (const { line, cells } of lines) {
    const named = cells.course ?? '';
    const course = courses.find(
      ({ id, name }) => String(id) === named || name.toLowerCase() === named.toLowerCase(),
    );
    if (!course) faults.push({ line, column: 'course', message: `No course has the id or name "${named}".` });
    const parsed = batchFields.safeParse({
      ...valuesOf(cells),
      fee: course?.fee ?? 0,
      discount_fee: course?.discount_fee ?? 0,
    });
    for (const { path, message } of parsed.error?.issues ?? [])
      faults.push({ line, column: columnOf(String(path[0] ?? '')), message });
    if (course && parsed.success) batches.push({ batch: { ...parsed.data, course_id: course.id }, line });
  }
  return { batches, faults };
}
