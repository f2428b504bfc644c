import type { OrderState } from '@meridian/contracts/checkout/orders';

const names: Record<OrderState, string> = {
  created: 'Opened',
  attempted: 'Payment tried',
  paid: 'Paid, not booked yet',
  booked: 'Booked',
  needs_review: 'Needs a person',
  refund_due: 'Money to give back',
  refunded: 'Given back',
};

/** States as operators call them. */
export const orderStateNames: ReadonlyMap<string, string> = new Map(Object.entries(names));
