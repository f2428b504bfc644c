/** Container element of the toasts. */
export interface ToastLayer {
  element: HTMLElement;
  /**
   * Attaches the element to the page, and moves it when modals close.
   * @returns a function that detaches the element
   */
  attach(): () => void;
  /** Moves the element into the topmost modal, or into the body if no modal is open. */
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
  // Runs in a microtask, after React has unmounted the closed modal.
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
 * Returns the container of the toasts. Elements outside an open modal are inert, so the container moves into
 * the topmost modal, and back to the body when the modal closes.
 */
export function toastLayer(): ToastLayer {
  layer ??= create();
  return layer;
}
