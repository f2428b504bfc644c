import type { ReadCallName } from '@meridian/contracts/calls';
import { renderToString } from 'react-dom/server';
import { Provider } from 'react-redux';
import { StaticRouter } from 'react-router';
import { createStore } from './api/store.ts';
import type { Read, TransportContext } from './api/transport.ts';
import { App } from './app/app.tsx';
import { notFoundRoute } from './app/not-found.ts';
import { MissingPath } from './app/page-status.tsx';
import { layoutQueries, matchRoute } from './app/routes.ts';
import type { DocumentState } from './routing/document-state.ts';
import { headMarkup, jsonForScript } from './routing/head-markup.ts';
import { preloadParts } from './routing/lazy-part.tsx';

export { listPages } from './app/site-pages.ts';

/** A page as the BFF puts it into a document. */
export interface RenderedPage {
  status: 200 | 404 | 503;
  /** Title, meta, canonical link, social tags and structured data, escaped. */
  head: string;
  bodyClass: string;
  /** Markup of `#root`. */
  html: string;
  /** JSON for the state script, escaped. */
  state: string;
  /** Source files of the page, by which the build's manifest knows the files to preload. */
  modules: string[];
  /** `private` pages are never stored anywhere. */
  cache: 'public' | 'private';
  noindex: boolean;
  /** The document has to let the payment widget in. */
  payment: boolean;
  /** The reads of the page: it lives as long as the shortest-lived of them. */
  reads: { name: ReadCallName; request: unknown }[];
}

export interface RenderContext {
  /** Answers a read in process; rejects where the upstream cannot answer. */
  read: Read;
  /** Reads a receipt by its token; undefined where there is none. */
  readReceipt?: TransportContext['readReceipt'];
  /** Origin of the site, without a slash at the end. */
  publicUrl: string;
}

/**
 * Renders the first page of an address.
 * @param path the address without its query: nothing of the first page depends on one
 */
export async function render(path: string, context: RenderContext): Promise<RenderedPage> {
  const reads: RenderedPage['reads'] = [];
  const store = createStore({
    read: (name, request, signal) => {
      reads.push({ name, request });
      return context.read(name, request, signal);
    },
    readReceipt: context.readReceipt,
  });
  const match = matchRoute(path);
  const queries = [...layoutQueries(), ...(match.route.queries?.(match.params) ?? [])];
  const [outcomes] = await Promise.all([
    Promise.all(queries.map(async (query) => ({ query, outcome: await query.start(store.dispatch) }))),
    match.route.screen.preload().then(preloadParts),
  ]);
  const failure = outcomes.find(({ query, outcome }) => query.primary && outcome.error)?.outcome.error;
  const missing = match.route === notFoundRoute || failure?.kind === 'missing';
  const status = missing ? 404 : failure ? 503 : 200;
  const route = missing ? notFoundRoute : match.route;
  const state = store.getState();
  // How long data is kept is for each side to say: the server forgets it with its store.
  const { config: _own, ...answers } = state.api;
  const documentState: DocumentState = {
    store: { api: answers },
    ...(missing && { missingPath: path }),
  };
  const noindex = status !== 200 || route.noindex === true || route.private === true;
  const html = renderToString(
    <Provider store={store}>
      <MissingPath value={documentState.missingPath}>
        <StaticRouter location={path}>
          <App />
        </StaticRouter>
      </MissingPath>
    </Provider>,
  );
  return {
    status,
    head: headMarkup(route.head({ state, params: match.params, publicUrl: context.publicUrl }), {
      publicUrl: context.publicUrl,
      noindex,
    }),
    bodyClass: route.bodyClass,
    html,
    state: jsonForScript(documentState),
    modules: ['src/entry.client.tsx', match.route.screen.module],
    cache: status === 503 || route.private ? 'private' : 'public',
    noindex,
    payment: route.payment === true,
    reads,
  };
}
