/** The visitor's coupon for this visit: typed at the checkout, applied on a page, or from a link with `?coupon=`. */
import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { currentAttribution } from '../leads/public.ts';

const storageKey = 'checkout-coupon';
const parameter = 'coupon';
const maxCharacters = 40;
const dayMs = 24 * 60 * 60_000;

const listeners = new Set<() => void>();
/** Where storage is blocked, the code lasts as long as the page. */
let unsaved: string | undefined;

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

/** The code of a recent link to another page of this site. */
function landedCoupon(): string | undefined {
  const { landing_page: address, at } = currentAttribution().last_touch ?? {};
  if (address === undefined || !(Date.now() - Date.parse(at ?? '') < dayMs)) return undefined;
  return couponInQuery(URL.parse(address)?.search ?? '');
}

/**
 * @param search query of the page's address
 * @returns the code of this visit; empty if there is none, or the visitor has removed it
 */
export function currentCoupon(search: string): string {
  return couponInQuery(search) ?? savedCoupon() ?? landedCoupon() ?? '';
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** The code of this visit, as it changes; empty without one. A link's code is saved, so that another can replace it. */
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
