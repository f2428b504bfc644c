import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  createPath,
  type Location,
  type NavigationType,
  type Navigator,
  parsePath,
  Router,
  type To,
} from 'react-router';
import { dropPageQuery, recordPage, writePageQuery } from './page-query.ts';
import { scrollToHash } from './scroll-to-hash.ts';

/** State of a history entry. */
interface EntryState {
  usr?: unknown;
  key?: string;
}

interface Place {
  location: Location;
  type: NavigationType;
}

// The values of React Router's `NavigationType` enum. Importing the enum itself would bundle its whole
// history module.
const pop = 'POP' as NavigationType;
const push = 'PUSH' as NavigationType;
const replace = 'REPLACE' as NavigationType;

function placeOf(type: NavigationType): Place {
  const { pathname, search, hash } = window.location;
  const entry = (window.history.state ?? {}) as EntryState;
  return {
    type,
    location: { pathname, search, hash, state: entry.usr ?? null, key: entry.key ?? 'default' },
  } as Place;
}

/**
 * Only checkout documents name the payment widget in their head and allow it in their content security
 * policy.
 */
function documentTakesPayments(): boolean {
  return document.head.querySelector('meta[name="payment-widget"]') !== null;
}

interface BrowserRouterProps {
  /** Whether the page at this path takes payments, and so needs a checkout document. */
  takesPayments: (path: string) => boolean;
  children: ReactNode;
}

function createNavigator(
  changed: (type: NavigationType, state: unknown) => void,
  needsDocument: (path: string) => boolean,
): Navigator {
  const href = (to: To) => (typeof to === 'string' ? to : createPath(to));
  const entry = (state: unknown): EntryState => ({
    usr: state,
    key: Math.random().toString(36).slice(2, 10),
  });
  return {
    createHref: href,
    encodeLocation: (to) => ({
      pathname: '',
      search: '',
      hash: '',
      ...(typeof to === 'string' ? parsePath(to) : to),
    }),
    go: (delta) => window.history.go(delta),
    push(to, state) {
      writePageQuery();
      const { pathname = '' } = typeof to === 'string' ? parsePath(to) : to;
      // The navigation state is lost with the document. The address of a checkout page contains the same
      // values.
      if (needsDocument(pathname)) return window.location.assign(href(to));
      window.history.pushState(entry(state), '', href(to));
      changed(push, state);
    },
    replace(to, state) {
      writePageQuery();
      window.history.replaceState(entry(state), '', href(to));
      changed(replace, state);
    },
  };
}

/**
 * React Router on the browser's history. Some pages need a full page load, which React Router's own
 * `BrowserRouter` does not support.
 *
 * A change of the hash alone is not passed on: a new location would re-render parts that are not hydrated
 * yet, and React would then discard the server's markup.
 */
export function BrowserRouter({ takesPayments, children }: BrowserRouterProps) {
  const [place, setPlace] = useState(() => {
    recordPage();
    return placeOf(pop);
  });
  const needsDocument = useRef((path: string) => takesPayments(path) && !documentTakesPayments());
  const navigator = useMemo(
    () =>
      createNavigator((type, state) => {
        if (recordPage() && !state) scrollToHash(window.location.hash);
        else setPlace(placeOf(type));
      }, needsDocument.current),
    [],
  );
  useLayoutEffect(() => {
    /**
     * Reloads after Back or Forward to a page that needs another document. The reload keeps the entry's
     * state.
     * @returns whether the page reloads
     */
    const reloadIfNeeded = () => {
      if (!needsDocument.current(window.location.pathname)) return false;
      window.location.reload();
      return true;
    };
    const onPop = () => {
      dropPageQuery();
      if (reloadIfNeeded()) return;
      if (recordPage() && window.location.hash) scrollToHash(window.location.hash);
      else setPlace(placeOf(pop));
    };
    // The visitor may have pressed Back before hydration.
    reloadIfNeeded();
    window.addEventListener('popstate', onPop);
    window.addEventListener('pagehide', writePageQuery);
    return () => {
      window.removeEventListener('popstate', onPop);
      window.removeEventListener('pagehide', writePageQuery);
    };
  }, []);
  return (
    <Router location={place.location} navigationType={place.type} navigator={navigator}>
      {children}
    </Router>
  );
}
