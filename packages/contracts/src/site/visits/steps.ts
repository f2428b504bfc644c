/** Counted steps and measures of a visit. Separate from zod, because the browser imports them. */

/** Steps that the browser reports. Paid orders are counted from the stored orders. */
export const visitSteps = [
  'page_seen',
  'course_seen',
  'date_chosen',
  'form_opened',
  'form_sent',
  'checkout_seen',
] as const;
export type VisitStep = (typeof visitSteps)[number];

/** Web Vitals. CLS has no unit, the others are in milliseconds. */
export const vitalNames = ['LCP', 'INP', 'CLS', 'FCP', 'TTFB'] as const;
export type VitalName = (typeof vitalNames)[number];

export interface CountedStep {
  step: VisitStep;
  /** Route pattern, for example `/view-schedule/:courseId`. */
  route: string;
  /** Slug or id of the course. */
  course?: string | undefined;
}

export interface MeasuredVital {
  vital: VitalName;
  route: string;
  value: number;
}

/** Body of `POST /api/visits`. It contains nothing that identifies a visitor or links two visits. */
export interface VisitReport {
  source: string;
  campaign: string;
  steps: CountedStep[];
  vitals: MeasuredVital[];
}

export const visitsPath = '/api/visits';
