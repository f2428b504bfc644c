import { configureStore } from '@reduxjs/toolkit';
import { api } from './api.ts';
import type { TransportContext } from './transport.ts';

/**
 * Creates a store. The browser has one for each document, the server one for each render.
 * @param context the readers of the transport
 * @param preloadedState the state of the server's render
 */
export function createStore(context: TransportContext, preloadedState?: { api?: unknown }) {
  return configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    // The state is JSON that our own server wrote.
    preloadedState: preloadedState as { api: ReturnType<typeof api.reducer> } | undefined,
    middleware: (defaults) =>
      defaults({
        thunk: { extraArgument: context },
        // Development checks, which would traverse the whole catalogue at every action.
        serializableCheck: false,
        immutableCheck: false,
      }).concat(api.middleware),
    devTools: false,
  });
}

export type Store = ReturnType<typeof createStore>;
export type RootState = ReturnType<Store['getState']>;
export type Dispatch = Store['dispatch'];
