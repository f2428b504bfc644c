/**
 * Whether sales are open. The state in the document applies until this browser learns, from a refused call or
 * a newer document, that sales have been closed. Documents that Back restores and pages in other tabs learn
 * it through localStorage.
 */
import type { SalesOfPages } from '@meridian/contracts/site/renderer';
import { createContext, use, useSyncExternalStore } from 'react';

/** The state in the document. */
export const SalesAtLoad = createContext(true);

/**
 * Name of a `meta` element in the document's head. Its content is `open` or `closed`, and the start time of
 * that state.
 */
export const salesMeta = 'sales';

/**
 * Storage key. The value is the start time of the latest state that is known to be closed or to have ended.
 */
const key = 'sales-closed';
let isKnownClosed = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function close(): void {
  isKnownClosed = true;
  for (const listener of listeners) listener();
  // Hydrates the parts that wait for an interaction. Without this event, they would keep the server's
  // outdated markup.
  document.dispatchEvent(new Event('hydrate'));
}

function readDocument(): SalesOfPages {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${salesMeta}"]`)?.content ?? 'open';
  const [state, since = ''] = content.split(' ');
  return { isOpen: state === 'open', since };
}

/** @returns the stored time; an empty string if there is none or storage is blocked */
function readNote(): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** @param since start of a closed state, or of an open state that has ended */
function note(since: string): void {
  try {
    if (since > readNote()) localStorage.setItem(key, since);
  } catch {
    // Storage is blocked: only this page knows that sales are closed.
  }
}

function compareWithNote(): void {
  const { isOpen, since } = readDocument();
  if (isOpen && since !== '' && since <= readNote()) close();
}

if (typeof window !== 'undefined') {
  addEventListener('storage', (event) => event.key === key && compareWithNote());
  // Back can restore a page from the back/forward cache without a load.
  addEventListener('pageshow', compareWithNote);
}

/**
 * Closes sales on this page if the API refused a call because sales are closed. The errors of the call then
 * include `sales`.
 */
export function noticeClosedSales(errors: object | undefined): void {
  if (!errors || !('sales' in errors)) return;
  note(readDocument().since);
  close();
}

/**
 * Reads the state of sales from the document. Compares an open state with the stored time, and stores the
 * start of a closed state.
 * @returns whether sales are open according to the document
 */
export function salesOfDocument(): boolean {
  isKnownClosed = false;
  const { isOpen, since } = readDocument();
  if (isOpen) compareWithNote();
  else note(since);
  return isOpen;
}

export function useSalesOpen(): boolean {
  const isOpen = use(SalesAtLoad);
  return useSyncExternalStore(
    subscribe,
    () => isOpen && !isKnownClosed,
    () => isOpen,
  );
}
