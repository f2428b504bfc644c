/** The React tree of a page with its data in the store, built with the web app's server settings. */

import type { Read } from '@meridian/contracts/site/renderer';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { Provider } from 'react-redux';
import { StaticRouter } from 'react-router';
import { startQuery } from '../../apps/web/src/api/route-query.ts';
import { createStore } from '../../apps/web/src/api/store.ts';
import { App } from '../../apps/web/src/app/app.tsx';
import { MissingPath } from '../../apps/web/src/app/page-status.tsx';
import { layoutQueries, queriesOf } from '../../apps/web/src/app/queries.ts';
import { matchRoute } from '../../apps/web/src/app/routes.ts';
import { preloadParts } from '../../apps/web/src/routing/lazy-part.tsx';

/** Loads the data of a page. @returns a function that only renders */
export async function preparePage(path: string, read: Read): Promise<() => string> {
  const match = matchRoute(path);
  const queries = [...layoutQueries(), ...queriesOf(match)];
  const store = createStore({ read });
  await Promise.all(queries.map((query) => startQuery(store.dispatch, query, true)));
  await match.route.screen.preload();
  await preloadParts();
  const tree: ReactNode = (
    <Provider store={store}>
      <MissingPath value={undefined}>
        <StaticRouter location={path}>
          <App />
        </StaticRouter>
      </MissingPath>
    </Provider>
  );
  return () => renderToString(tree);
}
