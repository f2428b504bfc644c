import { useWaitlistForm } from './use-waitlist-form.tsx';
import type { WaitedBatch } from './waited-batch.ts';

/** Opens the waiting list form of a sold-out batch. */
export function JoinWaitlist(batch: WaitedBatch & { batchId: number }) {
  const { dialog, show } = useWaitlistForm(batch);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`Join the waiting list: ${batch.when}`}
        onClick={() => void show()}
        // The touch target is larger than the visible button.
        className="relative rounded-sm bg-brand px-2.5 py-0.5 text-xs font-bold text-white after:absolute after:-inset-x-1 after:-inset-y-3 hover:bg-brand-strong"
      >
        Join the waiting list
      </button>
      {dialog}
    </>
  );
}
