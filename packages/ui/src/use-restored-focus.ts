import { useLayoutEffect, useRef } from 'react';

/**
 * Gives the focus back to a button that lost it while disabled, unless the focus has moved elsewhere. If a
 * modal has opened meanwhile, the button gets the focus after the modal closes.
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
    // Before `close` fires, the browser focuses the element that had the focus when the modal opened.
    if (modal && !modal.contains(element)) modal.addEventListener('close', takeBack, { once: true });
  }, [busy]);
  return button;
}
