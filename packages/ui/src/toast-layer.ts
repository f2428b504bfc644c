/** The element that holds the toasts. */
export interface ToastLayer {
  element: HTMLElement;
  /** Puts it into the page and follows the modals. @returns the end of it */
  attach(): () => void;
  /** Brings it above all that is open now. */
  raise(): void;
}

let layer: ToastLayer | undefined;

function create(): ToastLayer {
  const element = document.createElement('div');
  const raise = () => {
    const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    if (element.parentElement !== place) place.append(element);
  };
  // After the modal has closed, and after React has taken it away.
  const follow = () => void Promise.resolve().then(raise);
  const attach = () => {
    raise();
    // "close" does not bubble, but whoever stands above hears it on its way down.
    document.addEventListener('close', follow, true);
    return () => {
      document.removeEventListener('close', follow, true);
      element.remove();
    };
  };
  return { element, attach, raise };
}

/**
 * The container of the toasts. Everything outside an open modal is inert, so it moves into the topmost one, and back
 * to the body once none is open.
 */
export function toastLayer(): ToastLayer {
  layer ??= create();
  return layer;
}
