/** The coupon that a visitor brings along: typed at the checkout, or out of a link with `?coupon=`. */
const storageKey = 'checkout-coupon';
const parameter = 'coupon';
const mostCharacters = 40;

/** @returns the code in an address's query, if there is one that could be a code */
export function couponInQuery(search: string): string | undefined {
  const code = new URLSearchParams(search).get(parameter)?.trim().toUpperCase();
  return code && code.length <= mostCharacters ? code : undefined;
}

/** Keeps the code for the checkout, as long as the tab is open; an empty one says that none is wanted. */
export function saveCoupon(code: string): void {
  try {
    sessionStorage.setItem(storageKey, code);
  } catch {
    // A browser that keeps nothing: the code lasts as long as the page.
  }
}

export function savedCoupon(): string | undefined {
  try {
    return sessionStorage.getItem(storageKey) ?? undefined;
  } catch {
    return undefined;
  }
}
