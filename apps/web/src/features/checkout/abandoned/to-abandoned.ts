/** @param search query of the checkout's address @returns the token of a mail's link about an unfinished checkout */
export function toAbandoned(search: string): string | undefined {
  return /^[0-9a-f]{40}$/.exec(new URLSearchParams(search).get('resume') ?? '')?.[0];
}
