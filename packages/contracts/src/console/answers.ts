/** What the console's API answers with. Moments are ISO 8601, money is in paise. */
import type { CorrectionRequest } from '../checkout/billing.ts';
import type { RequestedChange } from '../checkout/self-service.ts';
import type { Role } from './roles.ts';

export interface SignedIn {
  operator: { id: string; name: string; email: string; role: Role };
  /** The second factor still has to be set up: nothing else is allowed. */
  enrolling: boolean;
  /** Until when what asks for a fresh proof works without one. */
  proved_until: string | null;
  /** Signed in by the identity provider: signing in there again is the proof. */
  by_oidc: boolean;
}

export interface SecondFactor {
  /** `otpauth://…`, for an authenticator app. */
  totp_uri: string;
}

/** A page of a list; `next` is the key of the page after it. */
export interface Page<Row> {
  rows: Row[];
  next: string | null;
  /** How many there are in all, counted up to `countedTo`. */
  count: number;
}
export const countedTo = 1_000;

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

export interface TimelineEntry {
  at: string;
  title: string;
  detail: string | null;
  /** Who or what: `browser`, `webhook`, an operator's address. */
  source: string | null;
}

export interface LeadPage extends LeadRow {
  values: Record<string, string>;
  page_url: string;
  request_id: string | null;
  crm_id: string | null;
  forward_attempts: number;
  crm_attempts: number;
  can: { resend: boolean; release: boolean };
  timeline: TimelineEntry[];
}

export interface OrderRow {
  id: string;
  state: string;
  booking: string;
  name: string;
  email: string;
  phone: string;
  course: string;
  seats: number;
  cancelled_seats: number;
  total_paise: number;
  cases: number;
  created_at: string;
}

/** What the search of every screen shows. */
export interface Found {
  leads: LeadRow[];
  lead_count: number;
  orders: OrderRow[];
  order_count: number;
}

/** A filter of the list of leads, under the name that the operator gave it. */
export interface SavedView {
  id: string;
  name: string;
  filter: Partial<Record<'form' | 'state' | 'course' | 'source' | 'from' | 'to', string>>;
}

/** Seats of a batch, as they are counted here. */
export interface BatchRow {
  id: number;
  course_id: number;
  /** Empty where only people wait for it. */
  course: string;
  /** `YYYY-MM-DD`; null where only people wait for it. */
  start_date: string | null;
  end_date: string | null;
  start_time: string;
  end_time: string;
  /** Paid, cancelled ones left out. */
  sold: number;
  /** By orders that are not paid yet. */
  held: number;
  /** To people of the waiting list. */
  offered: number;
  /** By the last count of the upstream; null where it counts none. */
  free: number | null;
  /** Seats that people of the waiting list wait for. */
  waiting: number;
}

export interface AttendeeRow {
  order_id: string;
  payer: string;
  /** Both null for a seat whose attendee is not named yet. */
  name: string | null;
  email: string | null;
}

export interface WaitingRow {
  /** Of the entry, and of its lead. */
  id: string;
  name: string;
  seats: number;
  state: 'waiting' | 'offered';
  joined_at: string;
  offer_ends_at: string | null;
}

export interface BatchPage extends BatchRow {
  attendees: AttendeeRow[];
  waitlist: WaitingRow[];
}

export interface CaseRow {
  id: string;
  order_id: string | null;
  kind: string;
  description: string;
  reason: string | null;
  /** Closed by itself or with the order's decision, or one by one once its work is done elsewhere. */
  closes: 'with_order' | 'alone';
  opened_at: string;
}

export interface RefundRow {
  id: string;
  state: string;
  amount_paise: number;
  source: string;
  reason: string | null;
}

export interface PaymentRow {
  payment_id: string;
  role: string;
  status: string;
  refund: string;
  amount_paise: number;
  transferred_paise: number;
  refunds: RefundRow[];
  disputes: { id: string; status: string; amount_paise: number; respond_by: string | null }[];
}

/** A document of an order, or what it still waits for. */
interface OrderDocument {
  number: string;
  kind: string;
  issued_on: string;
  total_paise: number;
  has_pdf: boolean;
}

interface OrderMail {
  id: string;
  kind: string;
  state: string;
  at: string;
  reason: string | null;
  can_resend: boolean;
}

/** What the payer asked for and nobody has done yet. */
export interface OpenRequest {
  case_id: string;
  requested: RequestedChange;
  asked_at: string;
}

export interface OrderPage {
  id: string;
  state: string;
  booking: string;
  review_reason: string | null;
  payer: { name: string; email: string; phone: string };
  batch: { course: string; course_schedule_id: number; start_date: string; end_date: string };
  seats: number;
  cancelled_seats: number;
  total_paise: number;
  discount_paise: number;
  coupon: string | null;
  provider_order_id: string | null;
  payment_id: string | null;
  receipt_url: string;
  attendees: { name: string; email: string }[];
  payments: PaymentRow[];
  cases: CaseRow[];
  /** Seats that nobody is named for. */
  empty_places: number;
  /** The upstream does not know of all attendees. */
  attendees_untold: boolean;
  documents: OrderDocument[];
  /** Documents that are not issued, each with the reason. */
  waiting_documents: { kind: string; why: string }[];
  mails: OrderMail[];
  requests: OpenRequest[];
  /** Who the invoice is for; `asked` is what its buyer wants instead. */
  billing: { now: Partial<CorrectionRequest>; asked: CorrectionRequest | null };
  timeline: TimelineEntry[];
}

/** What a cancellation would do, said before it is made. */
export interface CancellationPreview {
  seats: number;
  seats_left_after: number;
  price_paise: number;
  policy_percent: number;
  policy_refund_paise: number;
  policy_retained_paise: number;
  /** The upstream is told by itself, or an operator has to do it. */
  upstream_told: boolean;
  issues_documents: boolean;
}

/** A batch that a booking can be moved to. */
export interface MoveChoice {
  course_schedule_id: number;
  start_date: string;
  end_date: string;
  start_time: string;
  end_time: string;
  seats_left: number | null;
  /** At the same price and place; another one is a cancellation and a new booking. */
  is_same: boolean;
}

export interface MoveChoices {
  batches: MoveChoice[];
  upstream_told: boolean;
}

export interface Compared {
  now: number;
  before: number;
}

export interface TodayPage {
  cases: CaseRow[];
  dead_letters: number;
  suspects: number;
  refused_late: number;
  failed_mails: number;
  /** Until now, against the same length of the period before. */
  leads: { day: Compared; week: Compared; month: Compared };
  paid_paise: { day: Compared; week: Compared; month: Compared };
}

export interface OperatorRow {
  id: string;
  name: string;
  email: string;
  role: Role;
  ready: boolean;
  passkeys: number;
  disabled_at: string | null;
  last_seen_at: string | null;
}

/** A session of an operator. */
export interface SessionRow {
  id: string;
  started_at: string;
  last_seen_at: string;
  ip_address: string | null;
  user_agent: string | null;
  /** The one that asks. */
  is_this: boolean;
}

export interface AuditRow {
  id: string;
  at: string;
  operator_email: string;
  action: string;
  subject_kind: string;
  subject_id: string;
  detail: Record<string, string | number | boolean | null>;
}

export interface Setting {
  name: string;
  value: string;
}
