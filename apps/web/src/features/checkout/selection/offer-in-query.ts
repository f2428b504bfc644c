/** @returns the token of a waiting list offer in the checkout's address */
export function offerInQuery(search: string): string | undefined {
  const offer = new URLSearchParams(search).get('offer') ?? '';
  return /^[0-9a-f]{40}$/.test(offer) ? offer : undefined;
}
