import { createContext } from 'react';

/**
 * Paths of pages without content, for example a blog without posts. Nothing links to them. Empty in most
 * catalogues.
 */
export const AbsentPages = createContext<readonly string[]>([]);
