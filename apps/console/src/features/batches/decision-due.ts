import type { BoardRow } from '@meridian/contracts/operators/console/batches';
import { plural } from '../../parts/count.ts';

const dayMs = 24 * 60 * 60_000;
/** Number of days before the start from which a batch with too few sold seats needs a decision. */
const decideWithinDays = 14;

/**
 * @param today `YYYY-MM-DD` in India
 * @returns why a decision is due, for example `4 of 6 seats needed, 5 days left`; undefined if none is due
 */
export function decisionDue(
  { state, start_date: start, min_seats: needed, sold }: BoardRow,
  today: string,
): string | undefined {
  if (start === null || needed === null || sold >= needed) return undefined;
  if (state !== 'open' && state !== 'planned' && state !== 'postponed') return undefined;
  const days = Math.round((Date.parse(start) - Date.parse(today)) / dayMs);
  if (days > decideWithinDays) return undefined;
  return `${sold} of ${needed} seats needed, ${plural(days, 'day')} left`;
}
