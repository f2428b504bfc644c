/** The events of an order in plain words. */
const titles: Readonly<Record<string, string>> = {
  attendees_named: 'People were named for seats',
  moved: 'Moved to another batch',
  invoice_reissued: 'The invoice was issued anew',
  coupon_used_late: 'The coupon counts, though its use had been released',
  erased: 'Contact details erased',
  opened: 'Order opened at the checkout',
  payment_tried: 'A payment was tried',
  payment_captured: 'Payment captured',
  refund_requested: 'Refund asked of the payment provider',
  refund_refused: 'Refund refused by the payment provider',
  refund_seen: 'Refund reported by the payment provider',
  dispute_seen: 'Dispute reported by the payment provider',
  booking_confirmed: 'Booked at the upstream',
  booking_stuck: 'The booking needs a decision',
  booking_overdue: 'Paid for long and not booked',
  seats_gone: 'Paid after the seats were gone',
  upstream_told: 'The upstream has the cancellation',
  operator_book: 'An operator sends the booking',
  operator_unbook: 'An operator holds the booking back',
  operator_refund: 'An operator gives the money back',
  operator_cancel: 'An operator cancels seats',
  operator_transfer: 'Given back by bank transfer',
  operator_close: 'An operator closed the case',
};

export const orderEventTitle = (event: string): string => titles[event] ?? event.replaceAll('_', ' ');
