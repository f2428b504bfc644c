import { setInstance } from '@meridian/contracts/site/instance';
import { sampleFolder } from '@meridian/instance/sample';
import { clearDocument } from '@meridian/ui/testing/clear-document';
import { clearToasts } from '@meridian/ui/testing/clear-toasts';
import '@meridian/ui/testing/jsdom';
import '@meridian/ui/testing/quick-queries';
import '@meridian/ui/testing/quick-react';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { dropPageQuery } from '../routing/page-query.ts';

// A navigation imports the code of the page, which is slow on a busy machine.
configure({ asyncUtilTimeout: 5_000 });

beforeEach(() => setInstance(sampleFolder.instance));
beforeEach(clearToasts);
afterEach(() => {
  cleanup();
  clearDocument();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  dropPageQuery();
  performance.clearMarks('hydrated');
  history.replaceState(null, '', '/');
});
