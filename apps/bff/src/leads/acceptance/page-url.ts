import type { Attribution } from '@meridian/contracts/leads/attribution';
import { cutAddress } from '@meridian/contracts/leads/cut-address';
import { maxLengths } from '@meridian/contracts/leads/fields';
import type { LeadValues } from '../tables.ts';

/**
 * A path of this site as a full address; anything else stays as it is.
 * @param publicUrl the site's own address
 */
export function absoluteAddress(value: string, publicUrl: string): string {
  if (!value.startsWith('/')) return value;
  return cutAddress(URL.parse(value, publicUrl)?.href ?? value, maxLengths.url);
}

function webAddress(value: unknown, publicUrl: string): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  const url = URL.parse(absoluteAddress(value, publicUrl));
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  return cutAddress(url.href, maxLengths.url);
}

export interface PageHints {
  values: LeadValues;
  attribution?: Attribution;
  /** The Referer header. */
  referer?: string;
  /** The site's own address. */
  publicUrl: string;
}

/**
 * The page that a lead came from; never fetched, only told to the CRM.
 * @returns undefined where nobody said
 */
export function pageUrlOf({ values, attribution, referer, publicUrl }: PageHints): string | undefined {
  return (
    webAddress(values.page_url, publicUrl) ??
    webAddress(values.blog_url, publicUrl) ??
    webAddress(attribution?.page_url, publicUrl) ??
    webAddress(referer, publicUrl)
  );
}
