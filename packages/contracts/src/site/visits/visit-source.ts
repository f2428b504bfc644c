/** Source of a visit, in one word. Separate from zod, because the browser imports it. */
interface Origin {
  utm_source?: string | undefined;
  utm_campaign?: string | undefined;
  gclid?: string | undefined;
  referrer?: string | undefined;
  landing_page?: string | undefined;
}

const hostOf = (address = '') => URL.parse(address)?.hostname.replace(/^www\./, '');

/**
 * Source and campaign of a touch, as stored with leads and orders.
 * @returns the source of the campaign, else `google` for a `gclid`, else the host of a referrer on another
 * site, else `direct`; the campaign is empty if there is none
 */
export function visitSource({ utm_source, utm_campaign, gclid, referrer, landing_page }: Origin = {}): {
  source: string;
  campaign: string;
} {
  const host = hostOf(referrer);
  const elsewhere = host !== hostOf(landing_page) && host;
  return {
    source: utm_source || (gclid && 'google') || elsewhere || 'direct',
    campaign: utm_campaign ?? '',
  };
}

const maxLength = 60;

/** Normalises a source or campaign: lower case, single spaces, at most 60 characters of plain text. */
export function countedName(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}._+-]+/gu, ' ')
    .trim()
    .slice(0, maxLength);
}
