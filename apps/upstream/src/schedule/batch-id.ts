/**
 * Batch ids encode course, rule key and start date in readable decimal digits: course 101, rule 417, 5
 * January 2026 is 101417260105. No table holds the batches, so ids must be stable and decodable for
 * bookings. Max 15 digits.
 */
import { dateOf, dayOf } from './calendar.ts';

const keyRange = 1_000;
const dateRange = 1_000_000;

export interface BatchReference {
  courseId: number;
  /** Number of the rule's key. */
  keyNumber: number;
  /** Start date, as a day number. */
  startDay: number;
}

/** Hash (FNV-1a) of a batch rule's key, 0 to 999. Must be unique within a course. */
export function batchKeyNumber(key: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(key, 'utf8')) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % keyRange;
}

/** @returns a positive integer, unique across courses until 2099 */
export function batchId({ courseId, keyNumber, startDay }: BatchReference): number {
  const date = Number(dateOf(startDay).replaceAll('-', '').slice(2));
  return (courseId * keyRange + keyNumber) * dateRange + date;
}

/** @returns the decoded id, or undefined if invalid */
export function readBatchId(id: number): BatchReference | undefined {
  const digits = String(id % dateRange).padStart(6, '0');
  const date = `20${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4)}`;
  const startDay = dayOf(date);
  // `Date.parse` turns 30 February into 2 March.
  if (Number.isNaN(startDay) || dateOf(startDay) !== date) return undefined;
  const rest = Math.floor(id / dateRange);
  return { courseId: Math.floor(rest / keyRange), keyNumber: rest % keyRange, startDay };
}
