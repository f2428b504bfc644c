import { enqueueBooking } from './enqueue-booking.ts';
import { enqueueOrderMails } from './enqueue-order-mails.ts';
import { enqueueRefunds } from './enqueue-refunds.ts';
import { requestDocuments } from './order-documents.ts';
import type { OrderEffect } from './order-effect.ts';
import { enqueueOrderWebhooks } from './order-webhooks.ts';
import { redeemCoupon } from './redeem-coupon.ts';
import { requestBookingChange } from './request-booking-change.ts';
import { setRefundDeadlines } from './set-refund-deadlines.ts';
import { showFailedRefunds } from './show-failed-refunds.ts';
import { showTooMuchReturned } from './show-too-much-returned.ts';
import { syncOrderCases } from './sync-order-cases.ts';

/** The effects of every change of an order, in the sequence in which they run. */
export const effects: readonly OrderEffect[] = [
  redeemCoupon,
  requestDocuments,
  setRefundDeadlines,
  enqueueOrderMails,
  enqueueOrderWebhooks,
  syncOrderCases,
  showFailedRefunds,
  showTooMuchReturned,
  enqueueBooking,
  enqueueRefunds,
  requestBookingChange,
];
