import { formatTime } from '@meridian/contracts/format-time';
import type { BatchRow } from '@meridian/contracts/operators/console/batches';

/** @returns for example `9:30 am to 5:30 pm IST`; empty if the start is unknown */
export function formatHours({ start_time: start, end_time: end }: Pick<BatchRow, 'start_time' | 'end_time'>) {
  if (!start) return '';
  return `${formatTime(start)}${end ? ` to ${formatTime(end)}` : ''} IST`;
}
