import { codeLoad } from '../routing/code-load.ts';

/** Metadata and queries of all pages, loaded with the first page that follows the document's. */
export const laterPages = codeLoad(() => import('./next-page.ts'));
