import { type ReactNode, useSyncExternalStore } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

/** A slot in the layout for content that is loaded later and outlives the component that shows it. */
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
      // The page that asked for it is gone.
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

/** Where the toasts appear. */
export const toastOverlay = createOverlay();
/** Where visitors are thanked. */
export const thanksOverlay = createOverlay();
