/** @returns the token of an offer of the waiting list, where the checkout's address names one */
export function offerInQuery(search: string): string | undefined {
  const offer = new URLSearchParams(search).get('offer') ?? '';
  return /^[0-9a-f]{40}$/.test(offer) ? offer : undefined;
}
