/** Dimensions of the funnel. Separate from the schema, which needs zod. */
export const funnelKeys = ['course', 'source', 'campaign'] as const;
export type FunnelKey = (typeof funnelKeys)[number];

export const funnelDays = [7, 30, 90] as const;

/**
 * Steps from the visit to the payment. `paid` counts stored orders. The other steps count what browsers
 * report.
 */
export const funnelSteps = [
  'course_seen',
  'date_chosen',
  'form_opened',
  'form_sent',
  'checkout_seen',
  'paid',
] as const;
export type FunnelStep = (typeof funnelSteps)[number];
