/** The tables of an order, its payments and its history. */
import type { Attendee } from '@meridian/contracts/checkout/attendees';
import type { Company } from '@meridian/contracts/checkout/billing';
import type { OrderState } from '@meridian/contracts/checkout/orders';
import type { TrainingMode } from '@meridian/contracts/checkout/tax-decision';
import type { Attribution } from '@meridian/contracts/leads/attribution';
import type { ColumnType, Generated } from 'kysely';
import type { BigInteger, Json, Moment, OptionalMoment } from '../../database/column-types.ts';
import type { BookingStep, PaymentPart } from './order-facts.ts';

/** What was sold, as it was when it was sold: the receipt shows this even when the batch is gone. */
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
  /** As far as the upstream said. */
  mode?: TrainingMode | undefined;
  venue_state?: string | undefined;
}

export interface OrderTable {
  /** Also the `receipt` of the order at the provider. */
  id: string;
  /** The provider's. */
  razorpay_order_id: string | null;
  /** Of the request that opened it, as in the log. */
  request_id: Generated<string | null>;
  state: OrderState;
  booking: BookingStep;
  batch: Json<SoldBatch>;
  seats: number;
  unit_paise: BigInteger;
  sub_total_paise: BigInteger;
  /** Sub total less this is what the tax is computed on. */
  discount_paise: ColumnType<string | number, number | undefined, number>;
  gst_paise: BigInteger;
  total_paise: BigInteger;
  /** What the discount is of. */
  coupon_code: Generated<string | null>;
  /** Two-digit codes of states, as they were told or set when the order was made. */
  billing_state: Generated<string | null>;
  supplier_state: Generated<string | null>;
  /** Of these, what the tax was decided to be; null for orders of versions before 0030. */
  place_of_supply: Generated<string | null>;
  place_assumed: Generated<boolean>;
  /** The company that buys. */
  company: ColumnType<Company | null, string | null | undefined, string | null>;
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
  /** How many of these the upstream has been told of. */
  told_seats: Generated<number>;
  return_undecided: Generated<boolean>;
  /** Why the operator has to look. */
  review_reason: string | null;
  booking_attempts: Generated<number>;
  /** The bytes of the booking's first try: each further one sends the same. */
  booking_body: Generated<string | null>;
  /** The lease of the booking call; still set after its end: nobody knows how that call ended. */
  booking_claimed_until: OptionalMoment;
  /** When the reconciler asks the provider next; null: not any more. */
  next_check_at: OptionalMoment;
  paid_at: OptionalMoment;
  booked_at: OptionalMoment;
  created_at: Moment;
  updated_at: Moment;
  version: Generated<number>;
  /** Whether its seats are held; null where nobody counts them, and for orders of versions before 0012. */
  seat_hold: Generated<'held' | 'released' | null>;
  /** How long the payer was told that they are; a hold ends once the provider was asked after that. */
  held_until: OptionalMoment;
  /** The payer's network address, as long as the order holds unpaid seats. */
  held_for_address: Generated<string | null>;
  /** Who sits in the seats, as far as people are named. */
  attendees: ColumnType<readonly Attendee[], string | undefined, string>;
  /** Goes up with each change of them. */
  attendees_version: Generated<number>;
  /** The version that the upstream was told last; 0 where none was. */
  attendees_told: Generated<number>;
}

export interface OrderPaymentTable {
  payment_id: string;
  order_id: string;
  role: PaymentPart['role'];
  /** Read off the sums, for queries and for replicas of the former version. */
  refund: 'none' | 'due' | 'done';
  /** How much has to go back in all; null where a version before 0006 wrote the row. */
  due_paise: ColumnType<string | number | null, number | undefined, number>;
  /** Given back outside the provider, by the operator's word. */
  transferred_paise: ColumnType<string | number, number | undefined, number>;
  uncaptured: Generated<boolean>;
  /** When the provider was asked last for its refunds. */
  refunds_checked_at: OptionalMoment;
  /** As the provider told it last. */
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
