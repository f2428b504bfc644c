/**
 * The state of a page's controls in the query string: filters, search texts, tabs and numbers. Back and
 * reloads restore the state. The router is not notified, because a new location would re-render parts that
 * are not hydrated yet.
 */
import { useMemo, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

/** Debounce of the writes, because browsers limit the rate of history changes and typing causes many. */
const writeDelayMs = 200;

const listeners = new Set<() => void>();
let unwritten: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Path and query of the current page. */
let shown = '';

/**
 * Records the path and query of the current page.
 * @returns true if they are the same as at the last call
 */
export function recordPage(): boolean {
  const { pathname, search } = window.location;
  const stays = shown === `${pathname}${search}`;
  shown = `${pathname}${search}`;
  return stays;
}

function current(): string {
  return unwritten ?? window.location.search;
}

/** Writes the pending query immediately, before a navigation. */
export function writePageQuery(): void {
  clearTimeout(timer);
  if (unwritten === undefined) return;
  const { pathname, hash } = window.location;
  window.history.replaceState(window.history.state, '', `${pathname}${unwritten}${hash}`);
  unwritten = undefined;
  recordPage();
}

/** Drops the pending query, because the visitor went to another history entry. */
export function dropPageQuery(): void {
  clearTimeout(timer);
  unwritten = undefined;
}

/** Changes parameters of the query string; an empty value deletes a parameter. Other parameters stay. */
export function changePageQuery(changes: Readonly<Record<string, string | number>>): void {
  const query = new URLSearchParams(current());
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') query.delete(name);
    else query.set(name, String(value));
  }
  const text = query.toString();
  const next = text === '' ? '' : `?${text}`;
  if (next === current()) return;
  unwritten = next;
  clearTimeout(timer);
  timer = setTimeout(writePageQuery, writeDelayMs);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const ofServer = () => '';

/**
 * The current query string. Empty until hydration, because the server renders every page without a query
 * string.
 */
export function usePageQuery(): URLSearchParams {
  // Renders again after a navigation to the same page, which may change the query too.
  useLocation();
  const search = useSyncExternalStore(subscribe, current, ofServer);
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** @returns a whole number from the query string, if it is within the limits; otherwise `none` */
export function countOf(query: URLSearchParams, name: string, none: number, max = 1_000_000): number {
  const text = query.get(name) ?? '';
  const number = /^\d{1,9}$/.test(text) ? Number(text) : none;
  return number <= max ? number : none;
}
