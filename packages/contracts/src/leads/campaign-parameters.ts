/** Query parameters stored for attribution. Separate from zod, because every page imports them. */
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
