import { type ReactNode, useSyncExternalStore } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

/**
 * A slot in the layout for lazily loaded content that stays when the component that shows it is unmounted.
 */
interface Overlay {
  show(content: ReactNode): void;
  Host(): ReactNode;
}

function createOverlay(): Overlay {
  let shown: ReactNode = null;
  const listeners = new Set<() => void>();
  function show(content: ReactNode): void {
    shown = content;
    for (const listener of listeners) listener();
  }
  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      // The layout was unmounted. The next layout must not show its content.
      if (listeners.size === 0) shown = null;
    };
  }
  function Host() {
    const content = useSyncExternalStore(
      subscribe,
      () => shown,
      () => null,
    );
    return <ErrorBoundary silent>{content}</ErrorBoundary>;
  }
  return { show, Host };
}

/** Slot of the toasts. */
export const toastOverlay = createOverlay();
/** Slot of the thank-you dialog. */
export const thanksOverlay = createOverlay();
