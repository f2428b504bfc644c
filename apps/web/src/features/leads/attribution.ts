import type { Attribution, Touch } from '@meridian/contracts/leads/attribution';
import { campaignParameters } from '@meridian/contracts/leads/campaign-parameters';

/** In characters. The server shortens longer addresses to the same length. */
const maxAddressLength = 2_048;
const firstKey = 'first-touch';
const lastKey = 'last-touch';

function cut(address: string): string {
  return address.slice(0, maxAddressLength);
}

function readTouch(key: string): Touch | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    // Storage is blocked, or has invalid content.
    return undefined;
  }
}

function saveTouch(key: string, touch: Touch): void {
  try {
    localStorage.setItem(key, JSON.stringify(touch));
  } catch {
    // Storage is blocked: the lead is sent without the touches.
  }
}

/**
 * Records the first and the last touch. The first touch is the first arrival on the site. The last touch is
 * the latest arrival from a campaign, from another site or with a coupon. Call it once for each document.
 */
export function recordTouch(): void {
  const query = new URLSearchParams(location.search);
  const campaign = Object.fromEntries(
    campaignParameters.flatMap((name) => {
      const value = query.get(name);
      return value ? [[name, cut(value)]] : [];
    }),
  );
  const { referrer } = document;
  const fromElsewhere = referrer !== '' && URL.parse(referrer)?.origin !== location.origin;
  const touch: Touch = {
    ...campaign,
    referrer: cut(referrer),
    landing_page: cut(location.href),
    at: new Date().toISOString(),
  };
  const first = readTouch(firstKey);
  if (!first) saveTouch(firstKey, touch);
  // A link with a `coupon` counts too, because the checkout reads the coupon from the last touch.
  if (!first || fromElsewhere || query.has('coupon') || Object.keys(campaign).length > 0)
    saveTouch(lastKey, touch);
}

/** The attribution of a lead or a booking. */
export function currentAttribution(): Attribution {
  return { page_url: cut(location.href), first_touch: readTouch(firstKey), last_touch: readTouch(lastKey) };
}
