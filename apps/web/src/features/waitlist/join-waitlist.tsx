import { buttonClass } from '@meridian/ui/button';
import { useWaitlistForm } from './use-waitlist-form.tsx';
import type { WaitedBatch } from './waited-batch.ts';

/** A button that opens the waiting list form of a sold-out batch. */
export function JoinWaitlist(batch: WaitedBatch & { batchId: number }) {
  const { dialog, show } = useWaitlistForm(batch);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`Join the waiting list: ${batch.when}`}
        onClick={() => void show()}
        className={buttonClass('outline', 'md', 'w-full px-3')}
      >
        Join the waiting list
      </button>
      {dialog}
    </>
  );
}
