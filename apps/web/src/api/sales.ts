/** Whether seats are sold: as the server rendered it, until a call of this page is refused because sales are closed. */
import { createContext, use, useSyncExternalStore } from 'react';

/** What the document says. */
export const SalesAtLoad = createContext<'open' | 'closed'>('open');

let wasRefused = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Called with the fields of each refusal of the API. */
export function noticeClosedSales(errors: object | undefined): void {
  if (!errors || !('sales' in errors)) return;
  wasRefused = true;
  for (const listener of listeners) listener();
}

export function useSalesOpen(): boolean {
  const isOpen = use(SalesAtLoad) === 'open';
  return useSyncExternalStore(
    subscribe,
    () => isOpen && !wasRefused,
    () => isOpen,
  );
}

/** @returns what the document says of sales, in the browser */
export const salesOfDocument = (): 'open' | 'closed' =>
  document.querySelector('meta[name="sales"][content="closed"]') ? 'closed' : 'open';
