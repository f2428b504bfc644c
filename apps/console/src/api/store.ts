import { configureStore } from '@reduxjs/toolkit';
import { api } from './api.ts';
import type { ReadGiven } from './given-answers.ts';

/** @param read answers some calls in place of the network */
export function createStore(read: ReadGiven) {
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults({ thunk: { extraArgument: read } }).concat(api.middleware),
  });
  return store;
}
export type Store = ReturnType<typeof createStore>;
