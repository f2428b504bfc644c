import '@meridian/ui/testing/jsdom';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { dropPageQuery } from './routing/page-query.ts';

// The code of a page that is gone to is imported on the way, which takes its time on a busy machine.
configure({ asyncUtilTimeout: 5_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  dropPageQuery();
  history.replaceState(null, '', '/');
});
