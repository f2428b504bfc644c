/** The address to open after sign-in. Stored in the tab while the browser is at the identity provider. */
const key = 'next';

export function rememberNext(next: string): void {
  sessionStorage.setItem(key, next);
}

/** @returns the address if it is an address of the console, or `/` if not */
export const ownAddress = (next: string | null): string =>
  next !== null && /^\/(?![/\\])/.test(next) ? next : '/';

export function takeNext(): string {
  const next = ownAddress(sessionStorage.getItem(key));
  sessionStorage.removeItem(key);
  return next;
}
