import type { Attribution } from '@meridian/contracts/leads/attribution';
import { maxLengths } from '@meridian/contracts/leads/fields';
import type { LeadValues } from './tables.ts';

function webAddress(value: unknown, publicUrl: string): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  const url = value.startsWith('/') ? URL.parse(value, publicUrl) : URL.parse(value);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  return url.href.slice(0, maxLengths.url);
}

export interface PageHints {
  values: LeadValues;
  attribution?: Attribution;
  /** The Referer header. */
  referer?: string;
  /** The site's own address, where nothing else is known. */
  publicUrl: string;
}

/** The page that a lead came from; never fetched, only told to the CRM. */
export function pageUrlOf({ values, attribution, referer, publicUrl }: PageHints): string {
  return (
    webAddress(values.page_url, publicUrl) ??
    webAddress(values.blog_url, publicUrl) ??
    webAddress(attribution?.page_url, publicUrl) ??
    webAddress(referer, publicUrl) ??
    publicUrl
  );
}
