import { readDay } from '@meridian/contracts/india-time';
import { readTime } from '../../mail/calendar/batch-times.ts';

/** @returns when a batch begins; one without a time that can be read, at the start of its day in India */
export function batchStart(batch: { start_date: string; start_time: string }): Date | null {
  const day = readDay(batch.start_date);
  return day === null ? null : new Date(`${day}T${readTime(batch.start_time) ?? '00:00:00'}+05:30`);
}
