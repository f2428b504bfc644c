import type { PageRenderer } from '@meridian/contracts/site/renderer';
import { renderToString } from 'react-dom/server';
import { Provider } from 'react-redux';
import { StaticRouter } from 'react-router';
import { documentAnswers } from './api/document-answers.ts';
import { startQuery } from './api/route-query.ts';
import { SalesAtLoad } from './api/sales.ts';
import { createStore } from './api/store.ts';
import { App } from './app/app.tsx';
import { findAbsentPages } from './app/find-absent-pages.ts';
import { headOf } from './app/heads.ts';
import { Company } from './app/layout/company.ts';
import { notFoundRoute } from './app/not-found.ts';
import { MissingPath } from './app/page-status.tsx';
import { layoutQueries, queriesOf } from './app/queries.ts';
import { matchRoute } from './app/routes.ts';
import { AbsentPages } from './routing/absent-pages.ts';
import type { DocumentState } from './routing/document-state.ts';
import { headMarkup, jsonForScript } from './routing/head-markup.ts';
import { preloadParts } from './routing/lazy-part.tsx';

export { setInstance } from '@meridian/contracts/site/instance';
export { listPages } from './app/site-pages.ts';

/**
 * Renders the page of an address. The BFF calls it (`apps/bff/src/site/pages/pages.ts`) and puts the result
 * into the document of `template.ts` there.
 *
 * @param path the address without its query string: the server's render never depends on the query
 */
export const render: PageRenderer['render'] = async (path, context) => {
  const match = matchRoute(path);
  const queries = [...layoutQueries(), ...queriesOf(match)];
  const store = createStore(context);
  const [outcomes, absentPages] = await Promise.all([
    Promise.all(queries.map((query) => startQuery(store.dispatch, query, true))),
    findAbsentPages(context.readAside ?? context.read),
    match.route.screen.preload().then(preloadParts),
  ]);
  const failure = outcomes.find(({ error }, index) => queries[index]?.primary && error)?.error;
  const missing = match.route === notFoundRoute || failure?.kind === 'missing';
  const status = missing ? 404 : failure ? 503 : 200;
  const route = missing ? notFoundRoute : match.route;
  const state = store.getState();
  const documentState: DocumentState = {
    store: documentAnswers(state),
    ...(missing && { missingPath: path }),
    ...(absentPages.length > 0 && { absentPages }),
  };
  const noindex =
    status !== 200 || route.noindex === true || route.private === true || absentPages.includes(path);
  const html = renderToString(
    <Provider store={store}>
      <MissingPath value={documentState.missingPath}>
        <AbsentPages value={absentPages}>
          <StaticRouter location={path}>
            <Company value={context.company}>
              <SalesAtLoad value={context.sales.isOpen}>
                <App />
              </SalesAtLoad>
            </Company>
          </StaticRouter>
        </AbsentPages>
      </MissingPath>
    </Provider>,
  );
  return {
    status,
    head: headMarkup(headOf(route, { state, params: match.params, publicUrl: context.publicUrl }), {
      publicUrl: context.publicUrl,
      noindex,
      sales: context.sales,
    }),
    bodyClass: route.bodyClass,
    // The element is absent if the part has no content.
    belowFirstScreen: html.includes(`id="${route.belowFirstScreen}"`) ? route.belowFirstScreen : undefined,
    html,
    state: jsonForScript(documentState),
    modules: ['src/entry.client.tsx', match.route.screen.module],
    cache: status === 503 || route.private ? 'private' : 'public',
    noindex,
    payment: route.payment === true,
  };
};
