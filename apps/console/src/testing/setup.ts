import '@meridian/ui/testing/jsdom';
import '@meridian/ui/testing/quick-queries';
import '@meridian/ui/testing/quick-react';
import '@testing-library/jest-dom/vitest';
import { clearDocument } from '@meridian/ui/testing/clear-document';
import { clearToasts } from '@meridian/ui/testing/clear-toasts';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { api } from '../api/api.ts';
import { store } from '../api/store.ts';

// The first action imports the contracts of actions, which is slow on a busy machine.
configure({ asyncUtilTimeout: 5_000 });

beforeEach(clearToasts);
afterEach(() => {
  cleanup();
  clearDocument();
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  sessionStorage.clear();
});
