/** Renders the whole site in a test: the real store, routes and layout, with stubbed reads. */
import type { ReadCallName } from '@meridian/contracts/calls';
import type { Envelope } from '@meridian/contracts/envelope';
import type { Read } from '@meridian/contracts/site/renderer';
import { render } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { SalesAtLoad, salesOfDocument } from '../api/sales.ts';
import { createStore } from '../api/store.ts';
import { App } from '../app/app.tsx';
import { Company } from '../app/layout/company.ts';
import { Footer } from '../app/layout/footer.tsx';
import { TopBar } from '../app/layout/top-bar.tsx';
import { navigationCode } from '../app/load-navigation-code.ts';
import { matchRoute } from '../app/routes.ts';
import { preloadParts } from '../routing/lazy-part.tsx';

type Answer = Envelope | ((request: never) => Envelope | Promise<Envelope>);
export type Answers = Partial<Record<ReadCallName, Answer>>;

/** A successful response. */
export function ok(data: unknown): Envelope {
  return { status: 1, message: 'Success', data };
}

/** A refused response. */
export const refused: Envelope = { status: 0, message: 'Something is missing' };

/** Reads from a table of responses. A call that is not in the table gets no response. */
export function readFrom(answers: Answers): Read {
  return async (name, request) => {
    const answer = answers[name];
    if (answer === undefined) throw new TypeError(`No answer for ${name}`);
    return typeof answer === 'function' ? answer(request as never) : answer;
  };
}

/** The company in the settings of the server. */
export const company = 'Example Training Private Limited, 1 High Street, Pune 411001';

/** The parts of the layout that only the server renders. */
function serverMarkup(): HTMLElement {
  const element = document.createElement('div');
  element.innerHTML = renderToStaticMarkup(
    <MemoryRouter>
      <div id="top-bar">
        <TopBar />
      </div>
      <div id="footer">
        <Company value={company}>
          <Footer />
        </Company>
      </div>
    </MemoryRouter>,
  );
  return element;
}

/**
 * Opens an address of the site.
 * @param path the address, or a history entry with its state
 * @param next addresses to which the test navigates: their code is preloaded, because React's test mode does
 *   not wait for it
 */
export async function openSite(
  path: string | { pathname: string; search?: string; state?: unknown },
  answers: Answers,
  next: readonly string[] = [],
) {
  const pathname = typeof path === 'string' ? path : path.pathname;
  // Sets the browser's address too, because the pages read the hash from it.
  history.replaceState(null, '', new URL(pathname, location.origin).hash || location.pathname);
  const store = createStore({
    read: readFrom({ header: ok({ discount_text: '', button_text: '' }), ...answers }),
  });
  for (const address of [pathname, ...next]) {
    await matchRoute(address.replace(/[?#].*/, '')).route.screen.preload();
  }
  if (next.length > 0) await navigationCode.load();
  // A screen registers its lazy components when it is loaded.
  await preloadParts();
  const fromServer = serverMarkup();
  document.body.append(fromServer);
  const view = render(
    <Provider store={store}>
      {/* As in the browser, a navigation shows the next page immediately. */}
      <MemoryRouter initialEntries={[path]} useTransitions={false}>
        <SalesAtLoad value={salesOfDocument()}>
          <App />
        </SalesAtLoad>
      </MemoryRouter>
    </Provider>,
  );
  fromServer.remove();
  return { store, ...view };
}
