/**
 * @param search query string of the checkout's address
 * @returns the token of an emailed link to an abandoned checkout
 */
export function toAbandoned(search: string): string | undefined {
  return /^[0-9a-f]{40}$/.exec(new URLSearchParams(search).get('resume') ?? '')?.[0];
}
