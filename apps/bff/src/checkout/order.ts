import type { OrderState } from '@meridian/contracts/checkout/orders';
import type { Price } from '@meridian/contracts/checkout/pricing';
import type { Selectable } from 'kysely';
import { type BookingStep, type OrderFacts, payingPayment } from './order-state.ts';
import type { OrderPaymentsTable, OrdersTable, SoldBatch } from './tables.ts';

/** A payment as it is kept with its order. */
export interface OrderPayment {
  paymentId: string;
  role: OrderPaymentsTable['role'];
  refund: OrderPaymentsTable['refund'];
  failedRefunds: number;
  status: string;
  amountPaise: number;
  currency: string;
}

/** An order with the payments seen for it. */
export interface Order {
  id: string;
  /** Null until Razorpay has the order. */
  razorpayOrderId: string | null;
  /** Of the request that opened it, as in the log. */
  requestId: string | null;
  state: OrderState;
  booking: BookingStep;
  batch: SoldBatch;
  price: Price;
  contact: { firstName: string; lastName: string; email: string; phoneNumber: string };
  receiptToken: string;
  /** The payment that pays for the order. */
  paymentId: string | null;
  reviewReason: string | null;
  bookingAttempts: number;
  bookingClaimedUntil: Date | null;
  paidAt: Date | null;
  bookedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
  payments: readonly OrderPayment[];
}

type PaymentRow = Pick<
  Selectable<OrderPaymentsTable>,
  'payment_id' | 'role' | 'refund' | 'failed_refunds' | 'status' | 'amount_paise' | 'currency'
>;

/** @returns the order that its rows make; amounts become numbers of paise */
export function orderOf(row: Selectable<OrdersTable>, payments: readonly PaymentRow[]): Order {
  return {
    id: row.id,
    razorpayOrderId: row.razorpay_order_id,
    requestId: row.request_id,
    state: row.state,
    booking: row.booking,
    batch: row.batch,
    price: {
      unitPaise: Number(row.unit_paise),
      seats: row.seats,
      subTotalPaise: Number(row.sub_total_paise),
      gstPaise: Number(row.gst_paise),
      totalPaise: Number(row.total_paise),
    },
    contact: {
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      phoneNumber: row.phone_number,
    },
    receiptToken: row.receipt_token,
    paymentId: row.payment_id,
    reviewReason: row.review_reason,
    bookingAttempts: row.booking_attempts,
    bookingClaimedUntil: row.booking_claimed_until,
    paidAt: row.paid_at,
    bookedAt: row.booked_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
    payments: payments.map((payment) => ({
      paymentId: payment.payment_id,
      role: payment.role,
      refund: payment.refund,
      failedRefunds: payment.failed_refunds,
      status: payment.status,
      amountPaise: Number(payment.amount_paise),
      currency: payment.currency,
    })),
  };
}

/** @returns what the state machine has to know of an order */
export function factsOf(order: Order): OrderFacts {
  return {
    totalPaise: order.price.totalPaise,
    booking: order.booking,
    payments: Object.fromEntries(
      order.payments.map(({ paymentId, role, refund }) => [paymentId, { role, refund }]),
    ),
  };
}

/** @returns true where the seats are the payer's: booked, and the money not given back */
export function isBooked(order: Order): boolean {
  const paying = payingPayment(factsOf(order));
  const refund = order.payments.find(({ paymentId }) => paymentId === paying)?.refund;
  return order.booking === 'booked' && refund === 'none';
}
