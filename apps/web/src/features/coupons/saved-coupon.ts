/**
 * The visitor's coupon code for this visit: typed at the checkout, applied on a page, or from a link with
 * `?coupon=`.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { currentAttribution } from '../leads/public.ts';

const storageKey = 'checkout-coupon';
const parameter = 'coupon';
const maxCharacters = 40;
const dayMs = 24 * 60 * 60_000;

const listeners = new Set<() => void>();
/** The code, if storage is blocked. It is lost at a reload or when the site is left. */
let unsaved: string | undefined;

/** @returns the coupon code in a query string, in capitals; undefined if there is none or it is too long */
export function couponInQuery(search: string): string | undefined {
  const code = new URLSearchParams(search).get(parameter)?.trim().toUpperCase();
  return code && code.length <= maxCharacters ? code : undefined;
}

/** Stores the code for the tab. An empty code means that the visitor has removed the coupon. */
export function saveCoupon(code: string): void {
  try {
    sessionStorage.setItem(storageKey, code);
  } catch {
    unsaved = code;
  }
  for (const changed of listeners) changed();
}

function savedCoupon(): string | undefined {
  try {
    return sessionStorage.getItem(storageKey) ?? unsaved;
  } catch {
    return unsaved;
  }
}

/**
 * The code of the link through which the visitor came to the site within the last day. The link may have led
 * to another page.
 */
function landedCoupon(): string | undefined {
  const { landing_page: address, at } = currentAttribution().last_touch ?? {};
  if (address === undefined || !(Date.now() - Date.parse(at ?? '') < dayMs)) return undefined;
  return couponInQuery(URL.parse(address)?.search ?? '');
}

/**
 * @param search query string of the page's address
 * @returns the code of this visit; empty if there is none, or if the visitor has removed it
 */
export function currentCoupon(search: string): string {
  return couponInQuery(search) ?? savedCoupon() ?? landedCoupon() ?? '';
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/**
 * The code of this visit; empty if there is none or the visitor has removed it. The code of a link is stored,
 * so that the visitor can replace it.
 */
export function useCurrentCoupon(): string {
  const linked = couponInQuery(useLocation().search);
  useEffect(() => {
    if (linked !== undefined) saveCoupon(linked);
  }, [linked]);
  return useSyncExternalStore(
    subscribe,
    () => currentCoupon(''),
    () => '',
  );
}
