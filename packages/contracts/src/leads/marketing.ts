/** Consent to marketing, as a form or an order brings it. Left out or odd: none was given, which refuses nothing. */
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
  /** Version of the text at the boxes. */
  version: z.enum(textVersions),
  /** The boxes that were ticked. */
  channels: z.array(z.enum(marketingChannels)).max(10),
});
export type Marketing = z.infer<typeof marketing>;

/** As a field beside others; JSON text in a multipart form. */
export const marketingField = z.preprocess(parseJson, marketing.optional().catch(undefined)).optional();
