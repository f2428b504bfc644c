import type { SeatsData } from '@meridian/contracts/site/schedule/seats';
import { classNames } from '@meridian/ui/class-names';
import type { ReactNode } from 'react';
import { JoinWaitlist, type WaitedBatch } from '../waitlist/public.ts';

/** Up to this number, the page shows how many seats are left. */
const fewSeats = 5;

/** The current seats of a course's batches. */
export interface LiveSeats {
  /** Undefined if the batch's seats are not counted. */
  left(batchId: number): number | undefined;
  /**
   * "4 seats left" or "Sold out". Null if more than five seats are left or the seats are not counted. @param
   * className positions the note
   */
  note(batchId: number, className?: string): ReactNode;
  /** The button that opens the waiting list form; null if the batch is not sold out. */
  waitlist(batchId: number, batch: WaitedBatch): ReactNode;
}

function textOf(left: number): string {
  if (left === 0) return 'Sold out';
  return left === 1 ? '1 seat left' : `${left} seats left`;
}

export function seatsOf(data: SeatsData): LiveSeats {
  const byBatch = new Map(data.seats.map((batch) => [batch.course_schedule_id, batch.seats_left]));
  return {
    left: (batchId) => byBatch.get(batchId),
    note(batchId, className) {
      const left = byBatch.get(batchId);
      if (left === undefined || left > fewSeats) return null;
      return (
        <span
          className={classNames(
            'rounded-sm px-2.5 py-0.5 text-xs font-bold',
            left === 0 ? 'bg-ink text-white' : 'bg-alert-soft text-alert-strong',
            className,
          )}
        >
          {textOf(left)}
        </span>
      );
    },
    waitlist: (batchId, batch) =>
      byBatch.get(batchId) === 0 ? <JoinWaitlist batchId={batchId} {...batch} /> : null,
  };
}
