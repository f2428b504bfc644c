import { Dialog } from '@meridian/ui/dialog';
import { useMemo } from 'react';
import { LeadForm } from '../leads/public.ts';
import type { WaitedBatch } from './waited-batch.ts';

export interface WaitlistDialogProps {
  batch: WaitedBatch & { batchId: number };
  open: boolean;
  onClose(): void;
}

const maxSeats = 10;

/** The waiting list form of a batch. Only the close icon or a successful submission closes it. */
export function WaitlistDialog({ batch, open, onClose }: WaitlistDialogProps) {
  const { batchId, courseId, courseName, when, seats } = batch;
  const context = useMemo(
    () => ({
      course_id: courseId,
      course_schedule_id: batchId,
      course_name: courseName,
      // A getter, so that the address is read at the submission.
      get page_url() {
        return location.href;
      },
    }),
    [courseId, batchId, courseName],
  );
  const initial = useMemo(
    () => ({ number_of_course: String(Math.min(Math.max(seats, 1), maxSeats)) }),
    [seats],
  );
  return (
    <Dialog title="Join the waiting list" open={open} onClose={onClose} staticBackdrop late>
      <p className="mb-4 text-ink-soft">
        {courseName}, {when}: this batch is sold out. When enough seats become available, we offer them in the
        order in which people joined, and hold them for a limited time. The waiting list is free of charge.
      </p>
      <LeadForm form="waitlist" context={context} initial={initial} onSuccess={onClose} />
    </Dialog>
  );
}
