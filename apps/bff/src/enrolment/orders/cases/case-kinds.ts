/** The kinds of cases, with a description of each. */
import { orderCaseKinds } from './order-cases.ts';

/**
 * Cases that are not derived from an order's facts: differences found at the payment provider, work left to
 * do in another system, and others.
 */
export const foundCaseKinds = [
  'unreadable_payment',
  'order_missing',
  'payment_of_another_order',
  'refund_overdue',
  'cancellation_refused',
  'attendees_refused',
  'move_refused',
  'invoice_correction',
  'change_requested',
  'batch_changed',
  'batch_vanished',
  'ledger_differs',
  'dashboard_refund_failed',
  'returned_too_much',
  'glyph_missing',
  'copies_left',
] as const;
export type FoundCaseKind = (typeof foundCaseKinds)[number];

export const caseKinds = [...orderCaseKinds, ...foundCaseKinds] as const;
export type CaseKind = (typeof caseKinds)[number];

/** Description of each kind, for the operator. */
export const caseDescriptions: Record<CaseKind, string> = {
  copies_left: 'Another system still has data of an erased person: delete it there',
  glyph_missing:
    'A document cannot be issued, because no font has all its characters: correct the billing details',
  dashboard_refund_failed:
    "A refund made in the payment provider's dashboard failed: the payer may expect it",
  returned_too_much: 'More of a payment was returned than was captured',
  ledger_differs: 'An amount or the documents of a payment differ from the ledger: report it as a bug',
  booking_review: 'The booking needs a decision',
  booking_overdue: 'Paid for more than an hour and still not booked',
  late_payment:
    'Paid after its seats were no longer held, and none are free: it is refunded automatically unless you book it',
  second_payment: 'A further payment was captured for an order that is already paid',
  unfit_payment: 'The payment has a different amount or currency than the order, or arrived after a refund',
  refund_unsent: 'A refund is due and not requested',
  refund_failed: 'A refund failed: the money was not returned',
  return_undecided: 'Money was refunded outside this system: decide whether the seats are cancelled',
  dispute: "The payer's bank disputes the payment: answer it in the payment provider's dashboard",
  unreadable_payment: 'A payment at the payment provider could not be read',
  order_missing: 'A payment was captured for an order of ours that is not in this database',
  refund_overdue: 'A refund has had no answer for an hour, or is not processed after ten days',
  cancellation_refused: 'Seats were cancelled, and the upstream did not accept the change: cancel them there',
  attendees_refused: 'Attendees were named, and the upstream did not accept them: name them there',
  move_refused: 'A move was requested, and the upstream has not made it: the booking is still in its batch',
  invoice_correction: 'The payer requests other details on the invoice',
  change_requested: 'The payer requests a change of the booking',
  batch_changed: 'The upstream has different days, hours, place or trainer for a sold batch',
  batch_vanished: "A sold batch is no longer in the upstream's schedule",
  payment_of_another_order: 'A signed event names a payment that belongs to another order',
};
