import './ui/site.css';
import { setInstance } from '@meridian/contracts/site/instance';
import { StrictMode, startTransition } from 'react';
import { Provider } from 'react-redux';
import { browserRead } from './api/browser-read.ts';
import { SalesAtLoad, salesOfDocument } from './api/sales.ts';
import { createStore, type Store } from './api/store.ts';
import { App } from './app/app.tsx';
import { navigationCode } from './app/load-navigation-code.ts';
import { MissingPath } from './app/page-status.tsx';
import { matchRoute } from './app/routes.ts';
import { recordTouch } from './features/leads/public.ts';
import { countVisitsLater } from './features/visits/public.ts';
import { hydrateRoot } from './react-dom.ts';
import { AbsentPages } from './routing/absent-pages.ts';
import { BrowserRouter } from './routing/browser-router.tsx';
import { readDocumentInstance, readDocumentState } from './routing/document-state.ts';
import { type LazyScreen, ScreenNotLoaded } from './routing/lazy-screen.tsx';
import type { RouteMatch } from './routing/route.ts';

/**
 * Zod is loaded with the forms and probes for `eval`. The content security policy forbids `eval`, and the
 * browser would report each probe as a violation. Zod reads this setting when it is loaded. Calling Zod's API
 * here would load Zod now.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/**
 * Loads the code of the first page. Until the code is loaded, the server's markup stays, with everything that
 * was typed into it.
 */
async function loadScreen({ preload }: LazyScreen): Promise<void> {
  for (;;) {
    try {
      await preload();
      return;
    } catch (error) {
      if (!(error instanceof ScreenNotLoaded)) throw error;
      await window.early?.again();
      await error.retry();
    }
  }
}

/** Repeats the reads of a page whose state file is gone. Until they succeed, the server's markup stays. */
async function refetch({ dispatch }: Store, match: RouteMatch): Promise<void> {
  for (;;) {
    await navigationCode.load().catch(() => undefined);
    const pages = navigationCode.code();
    if (pages) {
      const queries = [...pages.layoutQueries(), ...pages.queriesOf(match)];
      const outcomes = await Promise.all(queries.map((query) => pages.startQuery(dispatch, query)));
      if (outcomes.every(({ error }) => !error || error.kind === 'missing')) return;
    }
    await window.early?.again();
  }
}

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The document has no root');
  setInstance(readDocumentInstance());
  const match = matchRoute(location.pathname);
  recordTouch();
  // The screen's module has to be loaded before hydration.
  const [state] = await Promise.all([readDocumentState(), loadScreen(match.route.screen)]);
  const store = createStore({ read: browserRead }, state?.store);
  if (!state) await refetch(store, match);
  const sales = salesOfDocument();
  // A transition splits hydration into short tasks, which do not block input.
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <Provider store={store}>
          <AbsentPages value={state?.absentPages ?? []}>
            <MissingPath value={state?.missingPath}>
              <BrowserRouter takesPayments={(path) => matchRoute(path).route.payment === true}>
                <SalesAtLoad value={sales}>
                  <App />
                </SalesAtLoad>
              </BrowserRouter>
            </MissingPath>
          </AbsentPages>
        </Provider>
      </StrictMode>,
    );
  });
  countVisitsLater(matchRoute);
}

// The loader runs this module after the first paint.
void start();
