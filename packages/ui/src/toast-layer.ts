/** Container element of the toasts. */
export interface ToastLayer {
  element: HTMLElement;
  /** Attaches it to the page and follows modals. @returns detach */
  attach(): () => void;
  /** Moves it above everything open. */
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
  // After the modal has closed and React has unmounted it.
  const follow = () => void Promise.resolve().then(raise);
  const attach = () => {
    raise();
    // `close` does not bubble, but can be captured.
    document.addEventListener('close', follow, true);
    return () => {
      document.removeEventListener('close', follow, true);
      element.remove();
    };
  };
  return { element, attach, raise };
}

/**
 * Toast container. Elements outside an open modal are inert, so it moves into the topmost modal, and back
 * to the body.
 */
export function toastLayer(): ToastLayer {
  layer ??= create();
  return layer;
}
