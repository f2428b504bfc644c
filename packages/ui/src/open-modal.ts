/** Calls back once the next frame is painted. @returns cancels it */
function afterPaint(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(callback);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/**
 * Opens a modal so that it is painted at once: as a popover, in the same place. It becomes modal after that, because the
 * browser then computes the styles of every element of the page, which has become inert.
 *
 * @param dialog has the attribute `popover="manual"`
 * @param onModal called when it is modal
 * @returns closes it
 */
export function openModal(dialog: HTMLDialogElement, onModal: () => void): () => void {
  const opener = document.activeElement;
  // Older browsers have no popovers.
  const paintsFirst = 'showPopover' in dialog;
  let isModal = false;
  /** Restores the focus, which a popover of this kind keeps. */
  function hide(): void {
    if (paintsFirst) dialog.hidePopover();
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  }
  if (paintsFirst) dialog.showPopover();
  const cancel = afterPaint(() => {
    hide();
    dialog.showModal();
    isModal = true;
    onModal();
  });
  return () => {
    cancel();
    if (isModal) dialog.close();
    else hide();
  };
}
