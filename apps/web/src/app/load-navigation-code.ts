import { codeLoad } from '../routing/code-load.ts';

/** Metadata and queries of all pages. Loaded at the first navigation after the document. */
export const navigationCode = codeLoad(() => import('./navigation-code.ts'));
