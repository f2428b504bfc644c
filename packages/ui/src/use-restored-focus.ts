import { useLayoutEffect, useRef } from 'react';

/**
 * Restores the focus of a button that was disabled while busy, unless the focus has moved elsewhere. If a
 * modal has opened meanwhile, restores the focus after the modal closes.
 * @param busy true while the button is disabled
 * @returns the button's ref
 */
export function useRestoredFocus(busy: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const had = useRef(false);
  useLayoutEffect(() => {
    const element = button.current;
    if (busy) {
      had.current = element !== null && document.activeElement === element;
      return;
    }
    if (!had.current || !element) return;
    had.current = false;
    const takeBack = () => {
      if (document.activeElement === document.body || document.activeElement === null) element.focus();
    };
    takeBack();
    const modal = document.querySelector('dialog[open], dialog[aria-modal=true]');
    // Before `close` fires, the browser restores the focus that preceded the modal.
    if (modal && !modal.contains(element)) modal.addEventListener('close', takeBack, { once: true });
  }, [busy]);
  return button;
}
