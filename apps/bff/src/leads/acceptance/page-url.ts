import type { Attribution } from '@meridian/contracts/leads/attribution';
import { cutAddress } from '@meridian/contracts/leads/cut-address';
import { maxLengths } from '@meridian/contracts/leads/fields';
import type { LeadValues } from '../ledger/store/tables.ts';

/**
 * Makes a path of this site absolute; returns anything else unchanged.
 * @param publicUrl origin of the site
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
  /** Header `Referer`. */
  referer?: string;
  /** Origin of the site. */
  publicUrl: string;
}

/**
 * URL of the page with the form; passed to the CRM, never fetched.
 * @returns undefined if unknown
 */
export function pageUrlOf({ values, attribution, referer, publicUrl }: PageHints): string | undefined {
  return (
    webAddress(values.page_url, publicUrl) ??
    webAddress(values.blog_url, publicUrl) ??
    webAddress(attribution?.page_url, publicUrl) ??
    webAddress(referer, publicUrl)
  );
}
