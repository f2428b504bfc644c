import { codeLoad } from '../routing/code-load.ts';

/** The metadata of all pages, loaded with the first page that follows the document's. */
export const laterHeads = codeLoad(async () => (await import('./heads.ts')).headOf);
