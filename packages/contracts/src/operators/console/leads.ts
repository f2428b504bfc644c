/** Leads, in lists and on the page of one lead. */
import { z } from 'zod';
import { timelineEntry } from './timeline.ts';

export const leadRow = z.object({
  id: z.string(),
  form: z.string(),
  name: z.string(),
  /** Masked, like the phone number. */
  email: z.string(),
  phone: z.string(),
  course: z.string(),
  forward_state: z.string(),
  crm_state: z.string(),
  last_error: z.string().nullable(),
  received_at: z.string(),
});
export type LeadRow = z.output<typeof leadRow>;

/** Courses and sources of the stored leads, for the filters of the list. */
export const leadFilters = z.object({
  courses: z.array(z.string()),
  sources: z.array(z.string()),
});
export type LeadFilters = z.output<typeof leadFilters>;

export const leadPage = leadRow.extend({
  values: z.record(z.string(), z.string()),
  page_url: z.string(),
  request_id: z.string().nullable(),
  crm_id: z.string().nullable(),
  forward_attempts: z.number(),
  crm_attempts: z.number(),
  can: z.object({
    resend: z.boolean(),
    release: z.boolean(),
    reject: z.boolean(),
  }),
  timeline: z.array(timelineEntry),
});
export type LeadPage = z.output<typeof leadPage>;

/** A saved filter of the list of leads, with the name that the operator gave it. */
export const savedView = z.object({
  id: z.string(),
  name: z.string(),
  filter: z.partialRecord(z.enum(['form', 'state', 'course', 'source', 'from', 'to']), z.string()),
});
export type SavedView = z.output<typeof savedView>;
