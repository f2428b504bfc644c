import { afterPaint } from './after-paint.ts';

/**
 * Opens a modal so that it is painted at once: as a popover, in the same place. It becomes modal after that, because the
 * browser then computes the styles of every element of the page, which has become inert.
 *
 * @param dialog has the attribute `popover="manual"`
 * @param onModal called when it is modal
 * @returns closes it
 */
export function openModal(dialog: HTMLDialogElement, onModal: () => void): () => void {
  function makeModal(): void {
    dialog.showModal();
    onModal();
  }
  const close = () => dialog.close();
  // Older browsers have no popovers.
  if (!('showPopover' in dialog)) {
    makeModal();
    return close;
  }
  const opener = document.activeElement;
  /** Restores the focus, which a popover of this kind keeps. */
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
