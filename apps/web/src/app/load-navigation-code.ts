import { codeLoad } from '../routing/code-load.ts';

/** Metadata and queries of all pages. Loaded at the first prefetch or navigation. */
export const navigationCode = codeLoad(() => import('./navigation-code.ts'));
