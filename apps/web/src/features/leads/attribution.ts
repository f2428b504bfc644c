import type { Attribution, Touch } from '@meridian/contracts/leads/attribution';
import { campaignParameters } from '@meridian/contracts/leads/campaign-parameters';

/** As the server keeps of it. Longer ones, several in one request, would be more than it takes. */
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
    // Storage that is closed, or that something else wrote to: as if there were none.
    return undefined;
  }
}

function keepTouch(key: string, touch: Touch): void {
  try {
    localStorage.setItem(key, JSON.stringify(touch));
  } catch {
    // A browser that keeps nothing: the lead goes without its history, and nothing else suffers.
  }
}

/**
 * Keeps where the visitor came from: the first arrival for good, and the latest that a campaign or another site
 * brought. Called once for each document.
 */
export function rememberArrival(): void {
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
  if (!first) keepTouch(firstKey, touch);
  if (!first || fromElsewhere || Object.keys(campaign).length > 0) keepTouch(lastKey, touch);
}

/** What travels beside a lead or a booking. */
export function currentAttribution(): Attribution {
  return { page_url: cut(location.href), first_touch: readTouch(firstKey), last_touch: readTouch(lastKey) };
}
