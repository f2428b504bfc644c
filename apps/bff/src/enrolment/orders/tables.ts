/** The tables of the checkout; made by `schema.sql`. Columns that are named after a provider hold the ids of whichever provider there is. */
import type { Attendee } from '@meridian/contracts/checkout/attendees';
import type { CorrectionRequest } from '@meridian/contracts/checkout/billing';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { BigInteger, Json, Moment, OptionalMoment } from '../../platform/database/column-types.ts';
import type { BatchTables } from './batch-tables.ts';
import type { CaseKind } from './case-kinds.ts';
import type { DisputePart, RefundState } from './order-facts.ts';
import type { OrderEventTable, OrderPaymentTable, OrderTable } from './order-tables.ts';
import type { UnfinishedTables } from './unfinished-tables.ts';

/** Who made a refund: an operator here, somebody in the provider's dashboard, or the provider automatically. */
export type RefundSource = 'operator' | 'dashboard' | 'automatic';

export interface RefundTable {
  /** Also the idempotency key of the request, and its receipt at the provider. */
  id: string;
  order_id: string;
  payment_id: string;
  razorpay_refund_id: string | null;
  amount_paise: BigInteger;
  state: RefundState;
  source: RefundSource;
  /** Number of seats cancelled with it. */
  seats: number | null;
  /** The operator's note; never personal data. */
  note: string | null;
  /** Why the provider refused it. */
  reason: string | null;
  created_at: Moment;
  updated_at: Moment;
}

export interface DisputeTable {
  /** The provider's id. */
  id: string;
  order_id: string;
  payment_id: string;
  state: DisputePart['state'];
  /** The provider's status. */
  status: string;
  phase: string | null;
  amount_paise: BigInteger;
  /** What the bank withdrew from us. */
  lost_paise: BigInteger;
  respond_by: OptionalMoment;
  created_at: Moment;
  updated_at: Moment;
}

export interface CaseTable {
  id: Generated<string>;
  /** Null if the order is unknown. */
  order_id: string | null;
  kind: CaseKind;
  /** The payment or the dispute; empty if the case is about the order itself. */
  subject: string;
  reason: string | null;
  opened_at: Moment;
  closed_at: OptionalMoment;
  note: string | null;
}

export interface WebhookEventTable {
  event_id: string;
  event: string;
  received_at: Moment;
  /**
   * What became of it; `set_aside`: a case has it.
   */
  outcome: ColumnType<WebhookRecord | null, WebhookRecord | undefined, never>;
  /** The order that it is about, where it is one of ours. */
  order_id: ColumnType<string | null, string | null | undefined, never>;
}

export type WebhookRecord = 'taken' | 'ignored' | 'set_aside';

export interface PaymentClaimTable {
  payment_id: string;
  /** The provider's id. */
  razorpay_order_id: string;
  received_at: Moment;
  next_check_at: Moment;
  settled_at: OptionalMoment;
  /** `given_up`: the provider never reported this payment as captured. */
  outcome: 'taken' | 'given_up' | null;
}

/**
 * A change of a booking to be sent to the upstream, as the resulting state; null fields stay as they are.
 */
export interface BookingChangeTable {
  /** Also the idempotency key of the call. */
  id: string;
  /** Sequence of the changes of a booking. */
  number: GeneratedAlways<string>;
  order_id: string;
  /** Remaining seats of the booking. */
  seats: Generated<number | null>;
  course_schedule_id: ColumnType<string | null, number | null | undefined, number | null>;
  attendees: ColumnType<Attendee[] | null, string | null | undefined, string | null>;
  /** The version of the order's attendees. */
  attendees_version: Generated<number | null>;
  /** `told`: the upstream has it; `refused`: by the upstream, left to an operator; `dropped`: a person reported it. */
  state: 'due' | 'told' | 'refused' | 'dropped';
  attempts: Generated<number>;
  /** Lease of one call. */
  busy_until: OptionalMoment;
  /** Why the upstream refused it. */
  reason: Generated<string | null>;
  created_at: Moment;
  updated_at: Moment;
}

/** What the buyer of an order asks to have on the invoice instead. */
export interface BillingCorrectionTable {
  order_id: string;
  billing: Json<CorrectionRequest>;
  /** How often something was asked for. */
  times: Generated<number>;
  asked_at: Moment;
  /** Applied, or declined. */
  settled_at: OptionalMoment;
}

export interface CheckoutTables extends BatchTables, UnfinishedTables {
  billing_corrections: BillingCorrectionTable;
  orders: OrderTable;
  order_payments: OrderPaymentTable;
  order_events: OrderEventTable;
  refunds: RefundTable;
  disputes: DisputeTable;
  cases: CaseTable;
  webhook_events: WebhookEventTable;
  payment_claims: PaymentClaimTable;
  booking_changes: BookingChangeTable;
}

declare module '../../platform/database/database.ts' {
  interface Database extends CheckoutTables {}
}
