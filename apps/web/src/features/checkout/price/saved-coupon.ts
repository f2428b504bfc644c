/** The visitor's coupon: typed at the checkout, or from a link with `?coupon=`. */
const storageKey = 'checkout-coupon';
const parameter = 'coupon';
const maxCharacters = 40;

/** @returns the code in the query, if it has the form of one */
export function couponInQuery(search: string): string | undefined {
  const code = new URLSearchParams(search).get(parameter)?.trim().toUpperCase();
  return code && code.length <= maxCharacters ? code : undefined;
}

/** Stores the code for the tab; an empty one means that the visitor wants none. */
export function saveCoupon(code: string): void {
  try {
    sessionStorage.setItem(storageKey, code);
  } catch {
    // Storage is blocked: the code lasts as long as the page.
  }
}

export function savedCoupon(): string | undefined {
  try {
    return sessionStorage.getItem(storageKey) ?? undefined;
  } catch {
    return undefined;
  }
}
