/** The address to open after sign-in. It is kept in the tab while the browser is at the identity provider. */
const key = 'next';

export function rememberNext(next: string): void {
  sessionStorage.setItem(key, next);
}

/** @returns the address if it is one of the console's own; anything else leads to the first screen */
export const ownAddress = (next: string | null): string =>
  next !== null && /^\/(?![/\\])/.test(next) ? next : '/';

export function takeNext(): string {
  const next = ownAddress(sessionStorage.getItem(key));
  sessionStorage.removeItem(key);
  return next;
}
