/** Container element of the toasts. */
export interface ToastLayer {
  element: HTMLElement;
  /**
   * Attaches the element to the page, and moves it when modals close. @returns a function that detaches it
   */
  attach(): () => void;
  /** Moves the element above everything that is open. */
  raise(): void;
}

let layer: ToastLayer | undefined;

function create(): ToastLayer {
  const element = document.createElement('div');
  const raise = () => {
    const place =
      [...document.querySelectorAll('dialog[open], dialog[aria-modal=true]')].at(-1) ?? document.body;
    if (element.parentElement !== place) place.append(element);
  };
  // In a microtask: the modal has then closed, and React has unmounted it.
  const follow = () => void Promise.resolve().then(raise);
  const attach = () => {
    raise();
    // `close` events do not bubble, but they can be captured.
    document.addEventListener('close', follow, true);
    return () => {
      document.removeEventListener('close', follow, true);
      element.remove();
    };
  };
  return { element, attach, raise };
}

/**
 * The container of the toasts. Elements outside an open modal are inert, so the container moves into the
 * topmost modal, and back to the body when it closes.
 */
export function toastLayer(): ToastLayer {
  layer ??= create();
  return layer;
}
