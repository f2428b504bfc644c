/** Figures and deadlines of the console: funnel, trends, health, open deadlines. Amounts are in paise. */
import { z } from 'zod';
import { funnelSteps } from './funnel.ts';

export const funnelRow = z.object({
  name: z.string(),
  counts: z.record(z.enum(funnelSteps), z.number()),
  paid_paise: z.number(),
});
export type FunnelRow = z.output<typeof funnelRow>;

export const funnel = z.object({
  /** First day, `YYYY-MM-DD`. */
  since: z.string(),
  rows: z.array(funnelRow),
  /** Sum of all rows, including those that are not shown. */
  total: funnelRow.omit({ name: true }),
});
export type Funnel = z.output<typeof funnel>;

/** Figures of a day in India. */
export const dayFigures = z.object({
  day: z.string(),
  visits: z.number(),
  leads: z.number(),
  paid_orders: z.number(),
  paid_paise: z.number(),
});
export type DayFigures = z.output<typeof dayFigures>;

/** Share of visits with a good value, and the 75th percentile as the upper bound of its bucket. */
export const vitalFigure = z.object({
  vital: z.string(),
  visits: z.number(),
  good_percent: z.number(),
  /** Milliseconds; for CLS, thousandths. Null if the value is above the last bucket. */
  p75_up_to: z.number().nullable(),
});
export type VitalFigure = z.output<typeof vitalFigure>;

export const trends = z.object({
  days: z.array(dayFigures),
  vitals: z.array(vitalFigure),
});
export type Trends = z.output<typeof trends>;

export const healthState = z.enum(['good', 'attention', 'bad', 'unknown']);
export type HealthState = z.output<typeof healthState>;

export const healthItem = z.object({
  name: z.string(),
  state: healthState,
  /** Result in words, with figures. */
  detail: z.string(),
});
export type HealthItem = z.output<typeof healthItem>;

export const openDispute = z.object({
  id: z.string(),
  order_id: z.string(),
  status: z.string(),
  amount_paise: z.number(),
  respond_by: z.string().nullable(),
});
export type OpenDispute = z.output<typeof openDispute>;

export const openOffer = z.object({
  lead_id: z.string(),
  course: z.string(),
  start_date: z.string(),
  seats: z.number(),
  ends_at: z.string(),
});
export type OpenOffer = z.output<typeof openOffer>;

/** A request for erasure. */
export const dueErasure = z.object({
  id: z.string(),
  due_at: z.string(),
  /** Negative once it is overdue. */
  days_left: z.number(),
});
export type DueErasure = z.output<typeof dueErasure>;

/** A complaint with a deadline. */
export const dueComplaint = z.object({
  id: z.string(),
  reference: z.string(),
  /** True: the answer is due. False: the acknowledgement is due. */
  acknowledged: z.boolean(),
  due_at: z.string(),
});
export type DueComplaint = z.output<typeof dueComplaint>;

/** Items with a deadline, the next one first. */
export const deadlines = z.object({
  disputes: z.array(openDispute),
  offers: z.array(openOffer),
  erasures: z.array(dueErasure),
  complaints: z.array(dueComplaint),
});
export type Deadlines = z.output<typeof deadlines>;
