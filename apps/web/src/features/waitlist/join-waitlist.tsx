import { toasts } from '@meridian/ui/toast';
import { type ComponentType, useCallback, useState } from 'react';
import type { WaitedBatch } from './waited-batch.ts';
import type { WaitlistDialogProps } from './waitlist-dialog.tsx';

const notLoaded = 'The form could not be loaded. Please try again.';

/** Opens the waiting list form of a sold-out batch; its code is loaded on use. */
export function JoinWaitlist(batch: WaitedBatch & { batchId: number }) {
  const [Form, setForm] = useState<ComponentType<WaitlistDialogProps>>();
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  async function show(): Promise<void> {
    setOpen(true);
    try {
      const { WaitlistDialog } = await import('./waitlist-dialog.tsx');
      setForm(() => WaitlistDialog);
    } catch {
      setOpen(false);
      toasts.error(notLoaded);
    }
  }
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
      {Form ? <Form batch={batch} open={open} onClose={close} /> : null}
    </>
  );
}
