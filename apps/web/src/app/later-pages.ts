import { codeLoad } from '../routing/code-load.ts';

/** Metadata and queries of all pages. Loaded at the first navigation after the document. */
export const laterPages = codeLoad(() => import('./next-page.ts'));
