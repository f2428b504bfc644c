/** Orders with their payments and open cases. */
import { z } from 'zod';
import { caseStatement } from '../actions/cases.ts';
import { timelineEntry } from './timeline.ts';

/** The other amounts add up to `captured_paise`. */
export const orderMoney = z.object({
  captured_paise: z.number(),
  kept_paise: z.number(),
  owed_paise: z.number(),
  returning_paise: z.number(),
  returned_paise: z.number(),
  failed_paise: z.number(),
});
export type OrderMoney = z.output<typeof orderMoney>;

export const orderRow = z.object({
  id: z.string(),
  booking_number: z.string(),
  /** State for the filter; `headline` describes the order precisely. */
  state: z.string(),
  /** Seats and money in one line. */
  headline: z.string(),
  booking: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  course: z.string(),
  /** First day of the batch, `YYYY-MM-DD`. */
  start_date: z.string(),
  seats: z.number(),
  cancelled_seats: z.number(),
  total_paise: z.number(),
  cases: z.number(),
  created_at: z.string(),
});
export type OrderRow = z.output<typeof orderRow>;

export const caseRow = z.object({
  id: z.string(),
  order_id: z.string().nullable(),
  kind: z.string(),
  description: z.string(),
  reason: z.string().nullable(),
  /** Payer and course of the order; null if the order is erased, or the case has none. */
  about: z.string().nullable(),
  /** Path of the console's page on which the case is solved. */
  page: z.string(),
  /**
   * `with_order`: closed automatically or by the decision about the order. `alone`: closed separately, once
   * its work elsewhere is done.
   */
  closes: z.enum(['with_order', 'alone']),
  /** Statements with which an operator can close it; empty if it closes when its cause is gone. */
  statements: z.array(
    z.object({
      name: caseStatement,
      label: z.string(),
    }),
  ),
  opened_at: z.string(),
  /** Time at which its payment is refunded unless an operator decides; null for other cases. */
  refund_at: z.string().nullable(),
});
export type CaseRow = z.output<typeof caseRow>;

export const refundRow = z.object({
  id: z.string(),
  state: z.string(),
  amount_paise: z.number(),
  source: z.string(),
  reason: z.string().nullable(),
});
export type RefundRow = z.output<typeof refundRow>;

export const paymentRow = z.object({
  payment_id: z.string(),
  role: z.string(),
  status: z.string(),
  refund: z.string(),
  amount_paise: z.number(),
  transferred_paise: z.number(),
  refunds: z.array(refundRow),
  disputes: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      amount_paise: z.number(),
      respond_by: z.string().nullable(),
    }),
  ),
});
export type PaymentRow = z.output<typeof paymentRow>;

/** An issued document of an order. */
const orderDocument = z.object({
  number: z.string(),
  kind: z.string(),
  issued_on: z.string(),
  total_paise: z.number(),
  has_pdf: z.boolean(),
});

const orderMail = z.object({
  id: z.string(),
  kind: z.string(),
  state: z.string(),
  at: z.string(),
  reason: z.string().nullable(),
  can_resend: z.boolean(),
});

const text = z.string().optional();
/** Buyer of an invoice as stored; without a name if it is erased. */
const buyer = z.object({
  first_name: text,
  last_name: text,
  state: text,
  company: z
    .object({
      legal_name: text,
      gstin: text,
      address: text,
      pin: text,
      invoice_email: text,
      po_number: text,
      sez: z.boolean().optional(),
    })
    .nullable()
    .optional(),
  address: z.object({ address: text, pin: text }).nullable().optional(),
});
export type Buyer = z.output<typeof buyer>;

/** A requested change as stored. It was valid when it was requested. */
const storedChange = z.discriminatedUnion('change', [
  z.object({
    change: z.literal('attendees'),
    attendees: z.array(z.object({ name: z.string(), email: z.string() })),
  }),
  z.object({
    change: z.literal('cancel'),
    seats: z.number(),
    expected_refund: z.number().optional(),
    attendees: z.array(z.string()).optional(),
  }),
  z.object({ change: z.literal('move'), course_schedule_id: z.number() }),
]);

/** A change requested by the payer that is still open. */
export const openRequest = z.object({
  case_id: z.string(),
  requested: storedChange,
  asked_at: z.string(),
});
export type OpenRequest = z.output<typeof openRequest>;

/** Receipt page of the payer. Anyone with its URL can name attendees and request corrections. */
export const orderReceipt = z.object({ url: z.string() });
export type OrderReceipt = z.output<typeof orderReceipt>;

export const orderPage = z.object({
  id: z.string(),
  state: z.string(),
  /** Seats and money in one line. */
  headline: z.string(),
  money: orderMoney,
  booking: z.string(),
  review_reason: z.string().nullable(),
  payer: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string(),
  }),
  batch: z.object({
    course: z.string(),
    course_schedule_id: z.number(),
    start_date: z.string(),
    end_date: z.string(),
  }),
  seats: z.number(),
  cancelled_seats: z.number(),
  total_paise: z.number(),
  discount_paise: z.number(),
  coupon: z.string().nullable(),
  booking_number: z.string(),
  provider_order_id: z.string().nullable(),
  payment_id: z.string().nullable(),
  attendees: z.array(
    z.object({
      name: z.string(),
      email: z.string(),
    }),
  ),
  payments: z.array(paymentRow),
  cases: z.array(caseRow),
  /** Number of seats without an attendee. */
  open_seats: z.number(),
  /** True if the upstream does not have all attendees yet. */
  attendees_unreported: z.boolean(),
  documents: z.array(orderDocument),
  /** Documents that are not issued yet, each with the reason. */
  waiting_documents: z.array(
    z.object({
      kind: z.string(),
      why: z.string(),
    }),
  ),
  mails: z.array(orderMail),
  requests: z.array(openRequest),
  /** Buyer on the invoice; `asked` is the correction that the buyer requests. */
  billing: z.object({
    now: buyer,
    asked: buyer.nullable(),
  }),
  timeline: z.array(timelineEntry),
});
export type OrderPage = z.output<typeof orderPage>;

/** A batch to which a booking can be moved. */
export const moveChoice = z.object({
  course_schedule_id: z.number(),
  start_date: z.string(),
  end_date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  seats_left: z.number().nullable(),
  /**
   * True if the batch is not more expensive and its place of supply has the same tax. Any other move requires
   * a cancellation and a new booking.
   */
  can_move: z.boolean(),
});
export type MoveChoice = z.output<typeof moveChoice>;

export const moveChoices = z.object({
  batches: z.array(moveChoice),
  upstream_notified: z.boolean(),
});
export type MoveChoices = z.output<typeof moveChoices>;
