import { configureStore } from '@reduxjs/toolkit';
import { api } from './api.ts';
import type { TransportContext } from './transport.ts';

/**
 * Creates a store: one for each document in the browser, one for each rendering on the server.
 * @param context the transport's readers
 * @param preloadedState the state from the server's render
 */
export function createStore(context: TransportContext, preloadedState?: { api?: unknown }) {
  return configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    // The state is JSON that our own server wrote.
    preloadedState: preloadedState as { api: ReturnType<typeof api.reducer> } | undefined,
    middleware: (defaults) =>
      defaults({
        thunk: { extraArgument: context },
        // Development checks that would walk the whole catalogue on every action.
        serializableCheck: false,
        immutableCheck: false,
      }).concat(api.middleware),
    devTools: false,
  });
}

export type Store = ReturnType<typeof createStore>;
export type RootState = ReturnType<Store['getState']>;
export type Dispatch = Store['dispatch'];
