import { createContext } from 'react';

/** Paths without content, such as a blog without posts: nothing links to them. Empty in most catalogues. */
export const AbsentPages = createContext<readonly string[]>([]);
