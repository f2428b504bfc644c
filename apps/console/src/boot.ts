/**
 * Entry of a document that the server has rendered: the list is painted before the code that brings it to life is
 * evaluated, which takes longer than everything before it.
 */
export {};

const entry = document.querySelector<HTMLLinkElement>('#entry');
const start = () => void (entry && import(/* @vite-ignore */ entry.href));

// Frames of a page that nobody sees do not come.
if (document.visibilityState === 'hidden') start();
else requestAnimationFrame(() => setTimeout(start));
