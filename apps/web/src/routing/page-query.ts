/**
 * The state of a page's controls in the query string: filters, searches, tabs, counts. Back and reloads restore it. The
 * router is not notified, because a new location would re-render parts that are not hydrated yet.
 */
import { useMemo, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

/** Throttle: browsers limit the rate of history changes, and typing makes many. */
const writeDelayMs = 200;

const listeners = new Set<() => void>();
let unwritten: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The address of the page that is shown, without its hash. */
let shown = '';

/**
 * Takes note of the address as it is now.
 * @returns whether it still is the same page with the same query
 */
export function staysOnPage(): boolean {
  const { pathname, search } = window.location;
  const stays = shown === `${pathname}${search}`;
  shown = `${pathname}${search}`;
  return stays;
}

function current(): string {
  return unwritten ?? window.location.search;
}

/** Writes the pending query at once, before a navigation. */
export function writePageQuery(): void {
  clearTimeout(timer);
  if (unwritten === undefined) return;
  const { pathname, hash } = window.location;
  window.history.replaceState(window.history.state, '', `${pathname}${unwritten}${hash}`);
  unwritten = undefined;
  staysOnPage();
}

/** Drops the pending query: the visitor has gone to another history entry. */
export function dropPageQuery(): void {
  clearTimeout(timer);
  unwritten = undefined;
}

/** Changes parts of the query; an empty value takes its name away. All else in the query stays. */
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
 * The query of the page's address. The server renders every page without one, so it is empty until the page has been
 * hydrated.
 */
export function usePageQuery(): URLSearchParams {
  // A navigation to the same page may change the query too.
  useLocation();
  const search = useSyncExternalStore(subscribe, current, ofServer);
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** @returns a whole number from the query within its limits, else the value that stands for none */
export function countOf(query: URLSearchParams, name: string, none: number, most = 1_000_000): number {
  const text = query.get(name) ?? '';
  const number = /^\d{1,9}$/.test(text) ? Number(text) : none;
  return number <= most ? number : none;
}
