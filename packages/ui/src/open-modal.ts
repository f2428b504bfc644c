import { afterPaint } from './after-paint.ts';

/**
 * Opens a modal so that it is painted immediately. The dialog first opens as a popover, in the same place,
 * and becomes modal after the paint. Opening a modal is slow, because it makes the page inert, and the
 * browser then recomputes the styles of every element.
 *
 * @param dialog has the attribute `popover="manual"`
 * @param onModal called when the dialog is modal
 * @returns a function that closes the dialog
 */
export function openModal(dialog: HTMLDialogElement, onModal: () => void): () => void {
  function makeModal(): void {
    dialog.showModal();
    onModal();
  }
  const close = () => dialog.close();
  // Older browsers do not support popovers.
  if (!('showPopover' in dialog)) {
    makeModal();
    return close;
  }
  const opener = document.activeElement;
  /** Restores the focus, because a manual popover does not. */
  function hide(): void {
    dialog.hidePopover();
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  }
  dialog.showPopover();
  let end = hide;
  const cancel = afterPaint(() => {
    hide();
    makeModal();
    end = close;
  });
  return () => {
    cancel();
    end();
  };
}
