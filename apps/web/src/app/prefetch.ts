import { useCallback, useEffect, useRef } from 'react';
import { useStore } from 'react-redux';
import type { Store } from '../api/store.ts';
import { navigationCode } from './load-navigation-code.ts';
import { matchRoute } from './routes.ts';

/** Delay between the hover, focus or touch and the prefetch, in milliseconds. */
const dwellMs = 65;

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/**
 * Prefetches the code and the data of a linked page on hover, focus or touch, unless the browser saves data.
 * Failures are ignored, because the navigation loads the code and the data again.
 * @returns a function that takes the link's address; if it is called several times in quick succession, only
 *   the last page is prefetched
 */
export function usePrefetch(): (href: string) => void {
  const store = useStore() as Store;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (href) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const { pathname } = new URL(href, location.href);
        if (pathname === location.pathname || savesData()) return;
        const match = matchRoute(pathname);
        void match.route.screen.prefetch();
        void navigationCode.arrival().then(() => {
          // The data of private pages is not prefetched: it would leave the cache, because no component uses it.
          if (match.route.private) return;
          const pages = navigationCode.code();
          for (const query of pages?.queriesOf(match) ?? []) void pages?.startQuery(store.dispatch, query);
        });
      }, dwellMs);
    },
    [store],
  );
}
