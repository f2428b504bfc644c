/** Leads, in a list and on a page of their own. */
import type { TimelineEntry } from './lists.ts';

export interface LeadRow {
  id: string;
  form: string;
  name: string;
  /** Masked, as is the phone number. */
  email: string;
  phone: string;
  course: string;
  forward_state: string;
  crm_state: string;
  last_error: string | null;
  received_at: string;
}

/** What leads can be filtered by, besides the names that are known. */
export interface LeadFilters {
  courses: string[];
  sources: string[];
}

export interface LeadPage extends LeadRow {
  values: Record<string, string>;
  page_url: string;
  request_id: string | null;
  crm_id: string | null;
  forward_attempts: number;
  crm_attempts: number;
  can: { resend: boolean; release: boolean; reject: boolean };
  timeline: TimelineEntry[];
}

/** A filter of the list of leads, under the name that the operator gave it. */
export interface SavedView {
  id: string;
  name: string;
  filter: Partial<Record<'form' | 'state' | 'course' | 'source' | 'from' | 'to', string>>;
}
