/** How long a page may take until its part is there; later it would pull the visitor away from what they read. */
const patienceMs = 5_000;

/** @returns the id that a hash names; '' where it names none or cannot be read */
export function partOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch (error) {
    if (error instanceof URIError) return '';
    throw error;
  }
}

/**
 * Scrolls to a part of the page and lets the keyboard go on from there, as browsers do for an address with a hash.
 * @param id the part's id
 * @returns false where the page has no such part
 */
export function scrollToPart(id: string): boolean {
  const part = document.getElementById(id);
  if (!part) return false;
  part.scrollIntoView();
  if (part.tabIndex < 0) part.tabIndex = -1;
  part.focus({ preventScroll: true });
  return true;
}

/**
 * Scrolls to a part of the page once it appears: its code or data may still be on their way. A visitor who scrolls
 * meanwhile is left alone.
 * @returns ends the waiting
 */
export function scrollWhenThere(id: string): () => void {
  const observer = new MutationObserver(() => scrollToPart(id) && stop());
  const timer = setTimeout(() => stop(), patienceMs);
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

/** Goes to the part that a hash names, now or once it is there; without a hash to the page's top. */
export function goToPart(hash: string): void {
  const id = partOf(hash);
  if (!id) window.scrollTo({ top: 0, behavior: 'instant' });
  else if (!scrollToPart(id)) scrollWhenThere(id);
}
