import '@testing-library/jest-dom/vitest';
import './jsdom.ts';
import './quick-queries.ts';
import './quick-react.ts';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import { clearDocument } from './clear-document.ts';

afterEach(() => {
  cleanup();
  clearDocument();
});
