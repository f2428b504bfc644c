/**
 * The state of a page's controls, kept in the query of its address: filters, searches, tabs, counts. It comes back with
 * Back and with a reload. The address is replaced without the router hearing of it, because a new location reaches
 * every part of the page, also those whose code is not there yet.
 */
import { useMemo, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

/** Browsers take only so many changes of the address in a while, and typing makes many. */
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

/** Brings the address up to date at once: before another entry of the history takes its place. */
export function writePageQuery(): void {
  clearTimeout(timer);
  if (unwritten === undefined) return;
  const { pathname, hash } = window.location;
  window.history.replaceState(window.history.state, '', `${pathname}${unwritten}${hash}`);
  unwritten = undefined;
  staysOnPage();
}

/** Leaves the address as it is: the visitor has gone to another entry of the history meanwhile. */
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
