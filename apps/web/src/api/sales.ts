/**
 * Whether seats are sold: as the server rendered it, until this browser hears that sales were closed since, by a refused
 * call or by a newer document. A document that Back takes from the cache, and pages of other tabs, hear of it too.
 */
import type { SalesOfPages } from '@meridian/contracts/site/renderer';
import { createContext, use, useSyncExternalStore } from 'react';

/** What the document says. */
export const SalesAtLoad = createContext(true);

/** Name of the element of the document's head: `open` or `closed`, and since when. */
export const salesMeta = 'sales';

/** In the browser's storage: until when an open state is known to have ended. */
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
  // Parts that wait for an interaction would keep the server's markup.
  document.dispatchEvent(new Event('hydrate'));
}

function readDocument(): SalesOfPages {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${salesMeta}"]`)?.content ?? 'open';
  const [state, since = ''] = content.split(' ');
  return { isOpen: state === 'open', since };
}

/** @returns an empty text without a note, or where storage is blocked */
function readNote(): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** @param since of a state that is closed, or was open */
function note(since: string): void {
  try {
    if (since > readNote()) localStorage.setItem(key, since);
  } catch {
    // Storage is blocked: this page knows.
  }
}

function compareWithNote(): void {
  const { isOpen, since } = readDocument();
  if (isOpen && since !== '' && since <= readNote()) close();
}

if (typeof window !== 'undefined') {
  addEventListener('storage', (event) => event.key === key && compareWithNote());
  // Also without a new load, by Back.
  addEventListener('pageshow', compareWithNote);
}

/** Called with the fields of each refusal of the API. */
export function noticeClosedSales(errors: object | undefined): void {
  if (!errors || !('sales' in errors)) return;
  note(readDocument().since);
  close();
}

/** @returns what the document says of sales, in the browser */
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
