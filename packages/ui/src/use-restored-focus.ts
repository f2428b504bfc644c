import { useLayoutEffect, useRef } from 'react';

/**
 * Restores the focus of a button that lost it by being disabled while busy, unless it moved elsewhere; where a modal
 * has opened meanwhile, once that is closed.
 *
 * @param busy whether the button is disabled now
 * @returns the ref of the button
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
    const modal = document.querySelector('dialog[open]');
    // The browser gives the focus back before it tells of the closing, to whatever had it at the opening.
    if (modal && !modal.contains(element)) modal.addEventListener('close', takeBack, { once: true });
  }, [busy]);
  return button;
}
