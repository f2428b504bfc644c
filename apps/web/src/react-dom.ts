/**
 * React DOM in its own chunk. Evaluating it takes as long as evaluating all our own code, and the loader
 * yields to input between two chunks.
 */
export { hydrateRoot } from 'react-dom/client';
