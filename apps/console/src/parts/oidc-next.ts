/** Where a sign-in by the identity provider leads, kept in the tab while the browser is away. */
const key = 'next';

export function rememberNext(next: string): void {
  sessionStorage.setItem(key, next);
}

/** @returns an address of the console's own */
export function takeNext(): string {
  const next = sessionStorage.getItem(key) ?? '/';
  sessionStorage.removeItem(key);
  return /^\/(?![/\\])/.test(next) ? next : '/';
}
