import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react';
import {
  createPath,
  type Location,
  type NavigationType,
  type Navigator,
  parsePath,
  Router,
  type To,
} from 'react-router';

/** What a history entry of ours holds. */
interface EntryState {
  usr?: unknown;
  key?: string;
}

interface Place {
  location: Location;
  type: NavigationType;
}

// The names of React Router's enumeration, whose object would come with its whole history module.
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

function createNavigator(changed: (type: NavigationType) => void): Navigator {
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
      window.history.pushState(entry(state), '', href(to));
      changed(push);
    },
    replace(to, state) {
      window.history.replaceState(entry(state), '', href(to));
      changed(replace);
    },
  };
}

/**
 * React Router on the browser's history. Its own `BrowserRouter` stands in one module with the links and with all
 * that its framework mode needs, which would be a part of every first load.
 */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(() => placeOf(pop));
  const navigator = useMemo(() => createNavigator((type) => setPlace(placeOf(type))), []);
  useLayoutEffect(() => {
    const onPop = () => setPlace(placeOf(pop));
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, []);
  return (
    <Router location={place.location} navigationType={place.type} navigator={navigator}>
      {children}
    </Router>
  );
}
