/** How the funnel can be asked for; apart from its schema, which needs zod. */
export const funnelKeys = ['course', 'source', 'campaign'] as const;
export type FunnelKey = (typeof funnelKeys)[number];

export const funnelDays = [7, 30, 90] as const;

/** From the visit to the payment; `paid` are orders of the ledger, the others counts of browsers. */
export const funnelSteps = [
  'course_seen',
  'date_chosen',
  'form_opened',
  'form_sent',
  'checkout_seen',
  'paid',
] as const;
export type FunnelStep = (typeof funnelSteps)[number];
