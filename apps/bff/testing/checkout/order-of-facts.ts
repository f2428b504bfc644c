/** Builds an order from facts alone, for tests of values that are derived from orders. */

import { discountOf } from '@meridian/contracts/enrolment/discount';
import type { Order, OrderPayment } from '../../src/enrolment/orders/order.ts';
import {
  awaitsDecision,
  type OrderFacts,
  type PaymentPart,
  payingPayment,
  refundOf,
} from '../../src/enrolment/orders/state/order-facts.ts';
import { stateOf } from '../../src/enrolment/orders/state/order-state.ts';
import { soldTerms } from '../../src/enrolment/orders/terms.ts';
import { changePolicy } from './change-policy.ts';

const timestamp = new Date('2026-11-01T00:00:00Z');
const deadline = new Date('2026-11-28T04:00:00Z');

function paymentOf(facts: OrderFacts, paymentId: string, part: PaymentPart): OrderPayment {
  return {
    paymentId,
    role: part.role,
    refund: refundOf(part),
    uncaptured: part.uncaptured,
    flows: part.flows,
    status: part.role === 'tried' ? 'failed' : 'captured',
    amountPaise: part.amountPaise,
    currency: 'INR',
    autoRefundAt: awaitsDecision(facts, part) ? deadline : null,
    refunds: Object.entries(part.refunds).map(([id, { amountPaise, state, ours }]) => ({
      id,
      amountPaise,
      state,
      providerRefundId: null,
      source: ours ? 'operator' : 'dashboard',
      reason: null,
    })),
    disputes: Object.entries(part.disputes).map(([id, { state, lostPaise }]) => ({
      id,
      state,
      lostPaise,
      amountPaise: lostPaise,
      status: state,
      phase: null,
      respondBy: null,
    })),
  };
}

export function orderOfFacts(facts: OrderFacts): Order {
  const { unitPaise, seats, totalPaise } = facts;
  const discountPaise = facts.coupon ? discountOf(unitPaise * seats, facts.coupon.discount) : 0;
  const taxablePaise = unitPaise * seats - discountPaise;
  return {
    id: '00000000-0000-4000-8000-000000000000',
    bookingNumber: 'K7M3PX',
    exchanges: null,
    providerOrderId: 'order_AAAAAAAAAAAAAA',
    requestId: null,
    state: stateOf(facts),
    booking: facts.booking,
    batch: {
      course_id: 1,
      course_name: 'C',
      course_schedule_id: 1,
      start_date: '2099-01-01',
      end_date: '2099-01-02',
      start_time: '09:00',
      end_time: '13:00',
      day_type: '',
      time_type: '',
      online_class_room: '',
      instructor_name: '',
    },
    price: {
      unitPaise,
      seats,
      totalPaise,
      subTotalPaise: unitPaise * seats,
      discountPaise,
      taxablePaise,
      gstPaise: totalPaise - taxablePaise,
    },
    terms: {
      ...soldTerms({ version: 1, refundPolicy: [], changePolicy }, '2099-01-01', undefined),
      coupon: facts.coupon,
      repriced: null,
    },
    couponCode: null,
    billingState: null,
    supplierState: null,
    placeOfSupply: null,
    placeAssumed: false,
    company: null,
    billingAddress: null,
    bookingBody: null,
    contact: { firstName: 'A', lastName: 'B', email: facts.erased ? '' : 'a@example.com', phoneNumber: '1' },
    attendees: [],
    attendeesVersion: 0,
    attendeesReported: 0,
    receiptToken: '0'.repeat(40),
    paymentId: payingPayment(facts),
    bookingOverdue: facts.overdue,
    cancelledSeats: facts.cancelledSeats,
    reportedSeats: facts.reportedSeats,
    reviewReason: null,
    bookingAttempts: 0,
    bookingLease: 'none',
    paidAt: null,
    movedAt: null,
    bookedAt: null,
    createdAt: timestamp,
    updatedAt: timestamp,
    version: 0,
    seatHold: null,
    heldUntil: null,
    payments: Object.entries(facts.payments).map(([paymentId, part]) => paymentOf(facts, paymentId, part)),
  };
}
