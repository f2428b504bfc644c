/** What is counted of a visit. No zod: the browser imports it. */

/** Steps that the browser reports; that an order is paid is counted from the ledger. */
export const visitSteps = [
  'page_seen',
  'course_seen',
  'date_chosen',
  'form_opened',
  'form_sent',
  'checkout_seen',
] as const;
export type VisitStep = (typeof visitSteps)[number];

/** Web Vitals. CLS is without a unit, the others are in milliseconds. */
export const vitalNames = ['LCP', 'INP', 'CLS', 'FCP', 'TTFB'] as const;
export type VitalName = (typeof vitalNames)[number];

export interface CountedStep {
  step: VisitStep;
  /** Pattern of the route, such as `/view-schedule/:courseId`. */
  route: string;
  /** Slug or id. */
  course?: string | undefined;
}

export interface MeasuredVital {
  vital: VitalName;
  route: string;
  value: number;
}

/** Body of `POST /api/visits`. It names nobody, and nothing that would tell two visits of one person. */
export interface VisitReport {
  source: string;
  campaign: string;
  steps: CountedStep[];
  vitals: MeasuredVital[];
}

export const visitsPath = '/api/visits';
