import { formatDay } from '../format.ts';
import { oneLine } from '../safe-text.ts';
import { courseOf } from './batch-facts.ts';
import type { MailBatch } from './schemas.ts';

/**
 * @param what event, for example `Booked`
 * @param number booking number; omit it for a recipient who is not the payer
 * @returns for example `Booked: Leading SAFe, Sat 12 Dec 2026 (K7M3PX)`
 */
export function bookingSubject(
  what: string,
  batch: Pick<MailBatch, 'course_name' | 'start_date'>,
  number?: string,
): string {
  const ending = number === undefined ? '' : ` (${oneLine(number, 20)})`;
  return `${what}: ${courseOf(batch)}, ${formatDay(batch.start_date)}${ending}`;
}
