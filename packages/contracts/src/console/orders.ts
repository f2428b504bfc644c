/** Orders, with their money and what is open about them. */
import type { CorrectionRequest } from '../checkout/billing.ts';
import type { RequestedChange } from '../checkout/self-service.ts';
import type { CaseStatement } from '../operators/actions/cases.ts';
import type { TimelineEntry } from './lists.ts';

/** Its parts add up to `captured_paise`. */
export interface OrderMoney {
  captured_paise: number;
  kept_paise: number;
  owed_paise: number;
  returning_paise: number;
  returned_paise: number;
  failed_paise: number;
}

export interface OrderRow {
  id: string;
  /** For the filter; `headline` says what is true. */
  state: string;
  /** Seats and money in a line. */
  headline: string;
  booking: string;
  name: string;
  email: string;
  phone: string;
  course: string;
  /** First day of the batch, `YYYY-MM-DD`. */
  start_date: string;
  seats: number;
  cancelled_seats: number;
  total_paise: number;
  cases: number;
  created_at: string;
}

export interface CaseRow {
  id: string;
  order_id: string | null;
  kind: string;
  description: string;
  reason: string | null;
  /** Whose order of what; null where it is erased, or about none. */
  about: string | null;
  /** Address of the console's page on which it is solved. */
  page: string;
  /** Closed by itself or with the order's decision, or one by one once its work is done elsewhere. */
  closes: 'with_order' | 'alone';
  /** What an operator can state to close it; none where it closes when its reason is gone. */
  statements: { name: CaseStatement; label: string }[];
  opened_at: string;
  /** When its money is refunded unless an operator decides; null for other cases. */
  refund_at: string | null;
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
  /** Seats and money in a line. */
  headline: string;
  money: OrderMoney;
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
  billing: { now: CorrectionRequest; asked: CorrectionRequest | null };
  timeline: TimelineEntry[];
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
