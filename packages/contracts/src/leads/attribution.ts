/** Where a visitor came from. It travels beside a lead or a booking and never decides whether one is accepted. */
import { z } from 'zod';
import { contextAddress, contextText } from './context.ts';
import { maxLengths } from './fields.ts';

const tolerant = (maxLength: number) => contextText(maxLength).optional();
const address = contextAddress(maxLengths.url).optional();

/** The query parameters that are kept of a visit. */
export const campaignParameters = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'utm_id',
  'gclid',
] as const;

/** One arrival at the site. */
export const touch = z.object({
  utm_source: tolerant(200),
  utm_medium: tolerant(200),
  utm_campaign: tolerant(200),
  utm_term: tolerant(200),
  utm_content: tolerant(200),
  utm_id: tolerant(200),
  gclid: tolerant(300),
  referrer: address,
  landing_page: address,
  /** ISO 8601 time of the arrival, by the visitor's clock. */
  at: tolerant(40),
});
export type Touch = z.infer<typeof touch>;

export const attribution = z.object({
  /** The page that held the form, with its query. */
  page_url: address,
  first_touch: touch.optional().catch(undefined),
  last_touch: touch.optional().catch(undefined),
});
export type Attribution = z.infer<typeof attribution>;
