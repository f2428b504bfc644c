/**
 * After this time, the page no longer scrolls to the element, because that would interrupt the visitor's
 * reading.
 */
const timeoutMs = 5_000;

/** @returns the id in a hash; empty if there is none or it cannot be decoded */
export function idOfHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch (error) {
    if (error instanceof URIError) return '';
    throw error;
  }
}

/**
 * Scrolls to an element and moves the focus there, as browsers do for an address with a hash.
 * @returns false if there is no element with this id
 */
export function scrollToElement(id: string): boolean {
  const part = document.getElementById(id);
  if (!part) return false;
  part.scrollIntoView();
  if (part.tabIndex < 0) part.tabIndex = -1;
  part.focus({ preventScroll: true });
  return true;
}

/**
 * Scrolls to an element when it is rendered, unless the visitor scrolls first.
 * @returns a function that cancels it
 */
export function scrollOnceRendered(id: string): () => void {
  const observer = new MutationObserver(() => scrollToElement(id) && stop());
  const timer = setTimeout(() => stop(), timeoutMs);
  const signs = ['wheel', 'touchmove', 'keydown'] as const;
  function stop(): void {
    observer.disconnect();
    clearTimeout(timer);
    for (const sign of signs) window.removeEventListener(sign, stop);
  }
  observer.observe(document.body, { childList: true, subtree: true });
  for (const sign of signs) window.addEventListener(sign, stop, { passive: true });
  return stop;
}

/** Scrolls to the element of a hash, now or when it is rendered. Without a hash, scrolls to the top. */
export function scrollToHash(hash: string): void {
  const id = idOfHash(hash);
  if (!id) window.scrollTo({ top: 0, behavior: 'instant' });
  else if (!scrollToElement(id)) scrollOnceRendered(id);
}
