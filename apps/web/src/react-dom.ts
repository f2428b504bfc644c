/**
 * React's part for the browser, in a file of its own: to set it up takes as long as to set up all of our own code,
 * and the loader leaves the visitor time between two files.
 */
export { hydrateRoot } from 'react-dom/client';
