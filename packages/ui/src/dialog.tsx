import { type ReactNode, startTransition, useEffect, useId, useRef, useState } from 'react';
import { X } from './icons.tsx';
import { openModal } from './open-modal.ts';

interface DialogProps {
  title: string;
  open: boolean;
  onClose(): void;
  /** True if a click outside must not close the dialog, because what the visitor typed would be lost. */
  staticBackdrop?: boolean;
  /** Whether Escape closes the dialog now. Default: yes, unless `staticBackdrop` is set. */
  closesOnEscape?(dialog: HTMLDialogElement): boolean;
  /** False to omit the close icon. Default: true. */
  closeable?: boolean;
  /**
   * True if the content takes long to render, for example a form. The content is then rendered after the
   * dialog is painted.
   */
  late?: boolean;
  children: ReactNode;
}

/**
 * Modal on the native `<dialog>`, which traps and restores the focus. The content is mounted only while the
 * dialog is open.
 */
export function Dialog({
  title,
  open,
  onClose,
  staticBackdrop = false,
  closesOnEscape = () => !staticBackdrop,
  closeable = true,
  late = false,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  const [isModal, setModal] = useState(false);

  useEffect(() => {
    if (!open || !dialog.current) return;
    const close = openModal(dialog.current, () => startTransition(() => setModal(true)));
    return () => {
      close();
      setModal(false);
    };
  }, [open]);

  return (
    <dialog
      ref={dialog}
      popover="manual"
      aria-modal={open || undefined}
      aria-labelledby={titleId}
      className="w-[min(34rem,calc(100vw-2rem))] max-w-none max-h-[calc(100dvh-2rem)] rounded-lg bg-surface p-0 text-ink shadow-raised"
      // Android's Back gesture fires this event.
      onCancel={(event) => {
        event.preventDefault();
        if (closesOnEscape(event.currentTarget)) onClose();
      }}
      // Escape is handled here, because a second Escape closes a dialog even if its `cancel` event was
      // prevented.
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        if (closesOnEscape(event.currentTarget)) onClose();
      }}
      onClose={onClose}
      onClick={(event) => {
        if (!staticBackdrop && event.target === dialog.current) onClose();
      }}
    >
      {open ? (
        <div className="p-5 sm:p-7">
          <div className="mb-4 flex items-start justify-between gap-4">
            <h2 id={titleId} className="text-2xl">
              {title}
            </h2>
            {closeable ? (
              <button
                type="button"
                aria-label="Close"
                onClick={onClose}
                className="-mt-1 -mr-2 grid size-11 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-sand hover:text-ink"
              >
                <X aria-hidden="true" />
              </button>
            ) : null}
          </div>
          {isModal || !late ? children : <div className="min-h-96" />}
        </div>
      ) : null}
    </dialog>
  );
}
