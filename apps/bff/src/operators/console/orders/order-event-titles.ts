/** The events of an order in plain words. */
const titles: Readonly<Record<string, string>> = {
  attendee_erased: 'An attendee was erased',
  attendees_named: 'People were named for seats',
  move_requested: 'A move to another batch was requested',
  moved: 'Moved to another batch',
  invoice_reissued: 'The invoice was issued anew',
  contact_corrected: 'The contact details of the payer were corrected',
  billing_corrected: 'The billing details were corrected',
  coupon_used_late: 'The coupon counts, though its use had been released',
  erased: 'Contact details erased',
  opened: 'Order opened at the checkout',
  payment_tried: 'A payment was tried',
  payment_captured: 'Payment captured',
  refund_requested: 'Refund asked of the payment provider',
  refund_refused: 'Refund refused by the payment provider',
  refund_seen: 'Refund reported by the payment provider',
  refund_speed_changed: 'Refund sent the slower way by the payment provider',
  dispute_created: 'The payer’s bank disputes the payment',
  dispute_action_required: 'The bank asks for more about the dispute',
  dispute_under_review: 'The bank looks into the dispute',
  dispute_won: 'Dispute won: the money stays',
  dispute_lost: 'Dispute lost: the bank took the money back',
  dispute_closed: 'Dispute closed',
  change_refused: 'A change of the booking was not made by the upstream',
  dispute_seen: 'Dispute reported by the payment provider',
  booking_confirmed: 'Booked at the upstream',
  booking_stuck: 'The booking needs a decision',
  booking_overdue: 'Paid for long and not booked',
  seats_gone: 'Paid after the seats were gone',
  decision_overdue: 'Nobody decided in time: refunded automatically',
  upstream_told: 'The upstream has the cancellation',
  operator_book: 'An operator sends the booking',
  operator_unbook: 'An operator holds the booking back',
  operator_refund: 'An operator refunds the order',
  operator_cancel: 'An operator cancels seats',
  operator_goodwill: 'An operator gives the payer an amount',
  operator_transfer: 'Refunded by bank transfer',
  batch_changed: 'The batch has other days or another place',
  batch_called_off: 'The batch does not take place',
  case_settled: 'An operator settled a case',
  operator_close: 'An operator closed the case',
};

/** @returns the title; of an unknown event its name as words */
export function orderEventTitle(event: string): string {
  const words = event.replaceAll('_', ' ');
  return titles[event] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
