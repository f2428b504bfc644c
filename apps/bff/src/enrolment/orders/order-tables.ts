/** The tables of an order, its payments and its history. */
import type { Attendee } from '@meridian/contracts/checkout/attendees';
import type { BillingAddress, Company } from '@meridian/contracts/checkout/billing';
import type { OrderState } from '@meridian/contracts/checkout/orders';
import type { TrainingMode } from '@meridian/contracts/checkout/tax-decision';
import type { Attribution } from '@meridian/contracts/leads/attribution';
import type { BatchSession } from '@meridian/contracts/schedule/class-details';
import type { ColumnType, Generated } from 'kysely';
import type { BigInteger, Json, Moment, OptionalMoment } from '../../platform/database/column-types.ts';
import type { BookingStep, PaymentPart } from './order-facts.ts';

/** A snapshot of the batch at the sale: the receipt shows it even when the batch is gone. */
export interface SoldBatch {
  course_id: number;
  course_name: string;
  course_schedule_id: number;
  start_date: string;
  end_date: string;
  start_time: string;
  end_time: string;
  day_type: string;
  time_type: string;
  online_class_room: string;
  instructor_name: string;
  /** If the upstream said so. */
  mode?: TrainingMode | undefined;
  venue_state?: string | undefined;
  city?: string | undefined;
  /** The days of class; without them they follow from the first and the last. */
  sessions?: readonly BatchSession[] | undefined;
  /** How to join, for those who attend alone. */
  joining?: string | undefined;
}

export interface OrderTable {
  /** Also the `receipt` of the order at the provider. */
  id: string;
  /** The provider's. */
  razorpay_order_id: string | null;
  /** Id of the request that opened it, as in the log. */
  request_id: Generated<string | null>;
  state: OrderState;
  booking: BookingStep;
  batch: Json<SoldBatch>;
  seats: number;
  unit_paise: BigInteger;
  sub_total_paise: BigInteger;
  /** The tax is computed on the sub total less this discount. */
  discount_paise: ColumnType<string | number, number | undefined, number>;
  gst_paise: BigInteger;
  total_paise: BigInteger;
  /** The coupon of the discount. */
  coupon_code: Generated<string | null>;
  /** Two-digit codes of the states of buyer and supplier, as they were when the order was made. */
  billing_state: Generated<string | null>;
  supplier_state: Generated<string | null>;
  /** The place of supply that the tax was decided on. */
  place_of_supply: Generated<string | null>;
  place_assumed: Generated<boolean>;
  /** The buying company. */
  company: ColumnType<Company | null, string | null | undefined, string | null>;
  /** Of a buyer who is not registered. */
  billing_address: ColumnType<BillingAddress | null, string | null | undefined, string | null>;
  /** The privacy notice in force when the order was made. */
  notice_version: Generated<string | null>;
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string;
  attribution: ColumnType<Attribution | null, string | null, string | null>;
  receipt_token: string;
  /** The payment that pays for the order. */
  payment_id: string | null;
  booking_overdue: Generated<boolean>;
  cancelled_seats: Generated<number>;
  /** How many of these the upstream knows. */
  told_seats: Generated<number>;
  return_undecided: Generated<boolean>;
  /** Why the order needs the operator. */
  review_reason: string | null;
  booking_attempts: Generated<number>;
  /** The booking's body at the first attempt, which every retry repeats. */
  booking_body: Generated<string | null>;
  /** The lease of the booking call. Set after its end: the outcome of that call is unknown. */
  booking_claimed_until: OptionalMoment;
  /** When the reconciler asks the provider next; null: never. */
  next_check_at: OptionalMoment;
  paid_at: OptionalMoment;
  booked_at: OptionalMoment;
  /** Of the last move to another batch. */
  moved_at: OptionalMoment;
  created_at: Moment;
  updated_at: Moment;
  version: Generated<number>;
  /** Whether its seats are held; null where seats are not counted. */
  seat_hold: Generated<'held' | 'released' | null>;
  /** The end of the hold that the payer was shown; the hold ends once the provider was asked after it. */
  held_until: OptionalMoment;
  /** The payer's network address, while the order holds unpaid seats. */
  held_for_address: Generated<string | null>;
  /** The attendees named so far. */
  attendees: ColumnType<readonly Attendee[], string | undefined, string>;
  /** Incremented with each change of the attendees. */
  attendees_version: Generated<number>;
  /** The version that the upstream has; 0 if none. */
  attendees_told: Generated<number>;
}

export interface OrderPaymentTable {
  payment_id: string;
  order_id: string;
  role: PaymentPart['role'];
  /** Derived from the amounts, for queries and for replicas of the previous version. */
  refund: 'none' | 'due' | 'done';
  /** How much is to be refunded in all. */
  due_paise: ColumnType<string | number | null, number | undefined, number>;
  /** Refunded outside the provider, as an operator recorded. */
  transferred_paise: ColumnType<string | number, number | undefined, number>;
  uncaptured: Generated<boolean>;
  /** When the provider was last asked for its refunds. */
  refunds_checked_at: OptionalMoment;
  /** The provider's last known status. */
  status: string;
  amount_paise: BigInteger;
  currency: string;
  seen_at: Moment;
  updated_at: Moment;
}

export type EventSource = 'browser' | 'webhook' | 'reconciler' | 'worker' | 'operator';

export interface OrderEventTable {
  id: Generated<string>;
  order_id: string;
  at: Moment;
  source: EventSource;
  event: string;
  payment_id: string | null;
  /** A reason or a note; never personal data. */
  note: string | null;
  state: OrderState;
}
