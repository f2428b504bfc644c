/** What the console's first page shows besides cases: the funnel, days and health. Money is in paise. */

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

export interface FunnelRow {
  name: string;
  counts: Record<FunnelStep, number>;
  paid_paise: number;
}

export interface Funnel {
  /** First day, `YYYY-MM-DD`. */
  since: string;
  rows: FunnelRow[];
  /** All rows together, those that are not shown included. */
  total: Omit<FunnelRow, 'name'>;
}

/** A day in India. */
export interface DayFigures {
  day: string;
  visits: number;
  leads: number;
  paid_orders: number;
  paid_paise: number;
}

/** Share of visits with a good value, and its 75th percentile as the upper bound of a bucket. */
export interface VitalFigure {
  vital: string;
  visits: number;
  good_percent: number;
  /** Milliseconds, or thousandths for CLS; null beyond the last bucket. */
  p75_up_to: number | null;
}

export interface Trends {
  days: DayFigures[];
  vitals: VitalFigure[];
}

export type HealthState = 'good' | 'attention' | 'bad' | 'unknown';

export interface HealthItem {
  name: string;
  state: HealthState;
  /** In words, with figures. */
  detail: string;
}

export interface OpenDispute {
  id: string;
  order_id: string;
  status: string;
  amount_paise: number;
  respond_by: string | null;
}

export interface OpenOffer {
  lead_id: string;
  course: string;
  start_date: string;
  seats: number;
  ends_at: string;
}

/** Somebody who asked to be erased. */
export interface DueErasure {
  id: string;
  due_at: string;
  /** Negative once it is overdue. */
  days_left: number;
}

/** Somebody who complained. */
export interface DueComplaint {
  id: string;
  reference: string;
  /** Then the answer is due, else the acknowledgement. */
  acknowledged: boolean;
  due_at: string;
}

/** What has a clock, the next one first. */
export interface Deadlines {
  disputes: OpenDispute[];
  offers: OpenOffer[];
  erasures: DueErasure[];
  complaints: DueComplaint[];
}
