/**
 * React DOM in its own chunk: its evaluation takes as long as that of all our own code, and the loader yields to input
 * between two chunks.
 */
export { hydrateRoot } from 'react-dom/client';
