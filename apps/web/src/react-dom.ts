/**
 * React DOM in its own chunk. Evaluating it takes long, and the loader yields to input between two chunks.
 */
export { hydrateRoot } from 'react-dom/client';
