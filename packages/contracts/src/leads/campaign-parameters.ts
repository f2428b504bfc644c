/** What is kept of a visit's address. Without zod: every page reads them. */
export const campaignParameters = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'utm_id',
  'gclid',
] as const;
export type CampaignParameter = (typeof campaignParameters)[number];
