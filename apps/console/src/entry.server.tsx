import type { ConsoleAnswer, ConsoleRenderer } from '@meridian/contracts/console/renderer';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { Provider } from 'react-redux';
import { StaticRouter } from 'react-router';
import { api } from './api/api.ts';
import { createStore } from './api/store.ts';
import { App, preload } from './app/app.tsx';
import { firstLists } from './app/first-lists.ts';
import { matchPath } from './app/paths.ts';

const firstListOf = (pathname: string) => {
  const path = matchPath(pathname)?.path;
  return path && firstLists[path];
};

export const isRendered: ConsoleRenderer['isRendered'] = (pathname) => firstListOf(pathname) !== undefined;

export const render: ConsoleRenderer['render'] = async (address, read) => {
  const { pathname, search } = new URL(address, 'http://console');
  const list = firstListOf(pathname);
  if (!list) return undefined;
  const answers: Record<string, ConsoleAnswer> = {};
  const store = createStore(async (asked) => {
    const answer = await read(asked);
    answers[asked] = answer;
    return answer;
  });
  try {
    await preload(store.dispatch, { pathname, search }, true);
    const { data: session } = api.endpoints.session.select()(store.getState());
    if (!session || session.enrolling) return undefined;
    const html = renderToString(
      <StrictMode>
        <Provider store={store}>
          <StaticRouter location={pathname + search}>
            <App />
          </StaticRouter>
        </Provider>
      </StrictMode>,
    );
    // React leaves to the browser what threw or was not ready, and says so by this mark alone.
    if (html.includes('<!--$!-->')) throw new Error(`${pathname} was not rendered`);
    return { html, answers, modules: ['index.html', list.module] };
  } finally {
    // Its timers would keep the answers for half a minute.
    store.dispatch(api.util.resetApiState());
  }
};
