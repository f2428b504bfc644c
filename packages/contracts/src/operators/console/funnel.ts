/** Filters of the funnel. Separate from the schema, which needs zod. */
export const funnelKeys = ['course', 'source', 'campaign'] as const;
export type FunnelKey = (typeof funnelKeys)[number];

export const funnelDays = [7, 30, 90] as const;

/** Steps from the visit to the payment. `paid` counts orders of the ledger, the others counts of browsers. */
export const funnelSteps = [
  'course_seen',
  'date_chosen',
  'form_opened',
  'form_sent',
  'checkout_seen',
  'paid',
] as const;
export type FunnelStep = (typeof funnelSteps)[number];
