/**
 * Consent to marketing, sent with a form or an order. A missing or invalid consent counts as no consent, and
 * the form is still accepted.
 */
import { z } from 'zod';
import { marketingChannels, textVersions } from './notice.ts';

function parseJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

export const marketing = z.object({
  /** Version of the text next to the check boxes. */
  version: z.enum(textVersions),
  /** Channels whose box was ticked. */
  channels: z.array(z.enum(marketingChannels)).max(10),
});
export type Marketing = z.infer<typeof marketing>;

/** As an optional field of other schemas; JSON text if the form is multipart. */
export const marketingField = z.preprocess(parseJson, marketing.optional().catch(undefined)).optional();
