import { formatDay } from '../format.ts';
import { oneLine } from '../safe-text.ts';
import { courseOf } from './batch-facts.ts';
import type { MailBatch } from './schemas.ts';

/**
 * @param what what happened, such as `Booked`
 * @param number of the booking; omitted for a person who did not book
 * @returns e.g. `Booked: Leading SAFe, Sat 12 Dec 2026 (K7M3PX)`
 */
export function bookingSubject(
  what: string,
  batch: Pick<MailBatch, 'course_name' | 'start_date'>,
  number?: string,
): string {
  const ending = number === undefined ? '' : ` (${oneLine(number, 20)})`;
  return `${what}: ${courseOf(batch)}, ${formatDay(batch.start_date)}${ending}`;
}
