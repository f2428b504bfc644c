/**
 * Parses the batches of a request into drafts. A draft is a row as it would be saved, before it is checked.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  type BatchChange,
  type BatchFault,
  type BatchFields,
  batchFields,
  type NewBatch,
} from '@meridian/contracts/site/schedule/batch-editing';
import type { z } from 'zod';
import type { BatchRow } from '../schedule/batch.ts';
import { fieldsOf } from './editable-batch.ts';

type Field = keyof BatchFields;

export interface Draft {
  /** Index in the request. */
  index: number;
  courseId: number;
  /** The existing row with its booked seats; undefined for a new batch. */
  stored: { row: BatchRow; booked: number } | undefined;
  fields: BatchFields;
  /** Fields that differ from the row; all fields of a new batch. */
  changed: ReadonlySet<Field>;
}

const fieldNames = Object.keys(batchFields.shape) as Field[];

export interface Item<Value> {
  index: number;
  value: Value;
}

/** @returns an instruction for an error that has no message in the schema */
function correction({ code, ...issue }: z.core.$ZodRawIssue): string | undefined {
  if (code === 'invalid_type' && 'expected' in issue) return `Enter a value: ${issue.expected}`;
  if (code === 'invalid_value' && 'values' in issue)
    return `Choose ${(issue.values as string[]).join(' or ')}`;
  return undefined;
}

/** Parses each item separately, so that the faults of one item do not hide the faults of others. */
export function readItems<Schema extends z.ZodType>(
  items: readonly unknown[],
  schema: Schema,
): { read: Item<z.output<Schema>>[]; faults: BatchFault[] } {
  const read: Item<z.output<Schema>>[] = [];
  const faults: BatchFault[] = [];
  for (const [index, item] of items.entries()) {
    const parsed = schema.safeParse(item, { error: correction });
    if (parsed.success) read.push({ index, value: parsed.data });
    else
      for (const { path, message } of parsed.error.issues)
        faults.push({ index, field: String(path[0] ?? ''), code: 'invalid', message: `${message}.` });
  }
  return { read, faults };
}

export function newDraft({ index, value: { course_id: courseId, ...fields } }: Item<NewBatch>): Draft {
  return { index, courseId, stored: undefined, fields, changed: new Set(fieldNames) };
}

export function changeDraft(
  { index, value: { id: _id, version: _version, ...changes } }: Item<BatchChange>,
  stored: { row: BatchRow; booked: number },
): Draft {
  const before = fieldsOf(stored.row);
  const fields = { ...before, ...changes };
  const changed = new Set(fieldNames.filter((name) => !isDeepStrictEqual(fields[name], before[name])));
  return { index, courseId: stored.row.course_id, stored, fields, changed };
}
