import { toasts } from '@meridian/ui/toast';
import { type ComponentType, type ReactNode, useCallback, useState } from 'react';
import type { WaitedBatch } from './waited-batch.ts';
import type { WaitlistDialogProps } from './waitlist-dialog.tsx';

const notLoaded = 'The form could not be loaded. Please try again.';

/**
 * The waiting list form of a sold-out batch. Its code is loaded on use.
 * @returns the dialog, which must not be inside another form, and a function that opens it
 */
export function useWaitlistForm(batch: WaitedBatch & { batchId: number }): {
  dialog: ReactNode;
  show(): Promise<void>;
} {
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
  return { dialog: Form ? <Form batch={batch} open={open} onClose={close} /> : null, show };
}
