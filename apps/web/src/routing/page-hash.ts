/**
 * The hash of the page's address. The router is not notified if only the hash changes: see `BrowserRouter`.
 */
import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** @returns the hash with its `#`; empty on the server, and until the page is hydrated */
export function usePageHash(): string {
  return useSyncExternalStore(
    subscribe,
    () => window.location.hash,
    () => '',
  );
}

/** Removes the hash from the address without adding a history entry. */
export function dropPageHash(): void {
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', `${pathname}${search}`);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}
