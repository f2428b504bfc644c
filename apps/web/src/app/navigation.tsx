import { useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { useLocation, useNavigationType } from 'react-router';
import type { Store } from '../api/store.ts';
import { idOfHash, scrollOnceRendered, scrollToElement } from '../routing/scroll-to-hash.ts';
import { navigationCode } from './load-navigation-code.ts';
import { matchRoute } from './routes.ts';

/**
 * Side effects of a client-side navigation: redirects of old addresses, the route's queries, the document's
 * head, the body's class, the scroll position, the announcement of the title to screen readers, and the
 * focus.
 */
export function Navigation() {
  const { pathname, hash, key } = useLocation();
  const type = useNavigationType();
  const store = useStore() as Store;
  const first = useRef(true);
  const firstPath = useRef(pathname);
  const [title, setTitle] = useState('');

  useEffect(() => {
    // The server has rendered the head of the first page.
    if (first.current) {
      first.current = false;
      return;
    }
    const match = matchRoute(pathname);
    const { route, params } = match;
    let current = true;
    async function update(): Promise<void> {
      // If a prefetch has loaded the code, the reads start immediately.
      if (!navigationCode.code()) await navigationCode.arrival();
      const pages = navigationCode.code();
      if (!current || !pages) return;
      const updateHead = () => {
        if (!current) return;
        pages.applyHead(pages.headOf(route, { state: store.getState(), params, publicUrl: location.origin }));
      };
      updateHead();
      await Promise.allSettled(
        pages.queriesOf(match).map((query) => pages.startQuery(store.dispatch, query)),
      );
      updateHead();
      if (current) setTitle(document.title);
    }
    document.body.className = route.bodyClass;
    document.getElementById('content')?.focus({ preventScroll: true });
    void update();
    return () => {
      current = false;
    };
  }, [pathname, store]);

  useEffect(() => {
    // Only an address that no fixed route matches can be an old address. For the first page, the server has
    // already redirected.
    if (pathname === firstPath.current || !matchRoute(pathname).route.path.match(/^(\*|\/:)/)) return;
    // The page may have moved to another site. `fetch` cannot follow such a redirect, so the browser loads
    // the address.
    void fetch(pathname, { method: 'HEAD', redirect: 'manual' }).then(
      ({ type }) => {
        if (type === 'opaqueredirect' && location.pathname === pathname) location.replace(location.href);
      },
      () => undefined,
    );
  }, [pathname]);

  // `key` changes at every navigation, even to the same page.
  useEffect(() => {
    const id = idOfHash(hash);
    if (id && scrollToElement(id)) return;
    if (type !== 'POP') window.scrollTo({ top: 0, behavior: 'instant' });
    return id ? scrollOnceRendered(id) : undefined;
  }, [pathname, hash, key, type]);

  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  );
}
