/**
 * Batch ids. No table holds the batches, so an id tells by itself which batch it is: course, key of the rule and
 * start date, in decimal so that people can read it: course 101, rule 417, 5 January 2026 is 101417260105. It
 * stays the same every day, and a booking can be resolved back. At most 15 digits.
 */
import { dateOf, dayOf } from './calendar.ts';

const keyRange = 1_000;
const dateRange = 1_000_000;

export interface BatchReference {
  courseId: number;
  /** The number of the rule's key. */
  keyNumber: number;
  /** Day on which the batch starts. */
  startDay: number;
}

/** A number from 0 to 999 for the key of a batch rule (FNV-1a). Rules of one course must have different ones. */
export function batchKeyNumber(key: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(key, 'utf8')) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % keyRange;
}

/** @returns a positive integer, unique among the batches of all courses until the year 2099 */
export function batchId({ courseId, keyNumber, startDay }: BatchReference): number {
  const date = Number(dateOf(startDay).replaceAll('-', '').slice(2));
  return (courseId * keyRange + keyNumber) * dateRange + date;
}

/** @returns what an id stands for, or undefined where it cannot be one of ours */
export function readBatchId(id: number): BatchReference | undefined {
  const digits = String(id % dateRange).padStart(6, '0');
  const date = `20${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4)}`;
  const startDay = dayOf(date);
  // Date.parse takes 30 February for 2 March.
  if (Number.isNaN(startDay) || dateOf(startDay) !== date) return undefined;
  const rest = Math.floor(id / dateRange);
  return { courseId: Math.floor(rest / keyRange), keyNumber: rest % keyRange, startDay };
}
