import type { OrderState } from '@meridian/contracts/enrolment/orders';

const names: Record<OrderState, string> = {
  created: 'Opened',
  attempted: 'Payment attempted',
  paid: 'Paid, not booked yet',
  booked: 'Booked',
  needs_review: 'Needs a decision',
  refund_due: 'Refund due',
  refunded: 'Refunded',
  cancelled: 'Cancelled, nothing refunded',
};

/** Labels of the filter. A single order shows its headline instead. */
export const orderStateNames: ReadonlyMap<string, string> = new Map(Object.entries(names));
