/**
 * Marketing attribution of a visitor, sent with a lead or an order. An invalid attribution is never a reason
 * for refusal.
 */
import { z } from 'zod';
import { type CampaignParameter, campaignParameters } from './campaign-parameters.ts';
import { contextAddress, contextText } from './context.ts';
import { maxLengths } from './fields.ts';

const tolerant = (maxLength: number) => contextText(maxLength).optional();
const address = contextAddress(maxLengths.url).optional();

const campaign = Object.fromEntries(campaignParameters.map((name) => [name, tolerant(200)])) as Record<
  CampaignParameter,
  ReturnType<typeof tolerant>
>;

/** One arrival on the site. */
export const touch = z.object({
  ...campaign,
  gclid: tolerant(300),
  referrer: address,
  landing_page: address,
  /** ISO 8601, by the visitor's clock. */
  at: tolerant(40),
});
export type Touch = z.infer<typeof touch>;

export const attribution = z.object({
  /** URL of the page with the form, query included. */
  page_url: address,
  first_touch: touch.optional().catch(undefined),
  last_touch: touch.optional().catch(undefined),
});
export type Attribution = z.infer<typeof attribution>;
