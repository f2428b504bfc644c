/** The operator's decisions and the messages about their results. */

import { formatPaise } from '@meridian/contracts/checkout/pricing';
import type { PaymentProvider } from '../../partners/payments/provider.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { ChangeSettings } from '../bookings/booking-services.ts';
import type { Order } from '../orders/order.ts';
import { statementOf } from '../statement/statement.ts';

export type Decision =
  /** Send the booking (again), or accept a payment of another amount. */
  | { kind: 'book' }
  /** Withdraw that, while the call is not under way. */
  | { kind: 'unbook' }
  /** What had to be done outside the product is done; does not affect money. */
  | { kind: 'close' }
  /** Refund all captured money that no booking is paid with. */
  | { kind: 'refund'; transfer?: string }
  /** Cancel some or all seats of a booking, and refund them, or the share that the policy says. */
  | { kind: 'cancel'; seats?: number; transfer?: string; byPolicy?: boolean };

export interface Decided {
  order: Order;
  /** What was done, for the operator. */
  done: string;
}

export const doneMessages: Record<Exclude<Decision['kind'], 'refund' | 'cancel'>, string> = {
  book: 'The booking is being sent to the upstream.',
  unbook: 'The booking is held: it waits for a decision.',
  close: 'The case is closed.',
};

/** Code of the one refusal that comes after the commit: the decision holds, and its refund is due. */
export const refundFailed = 'refund_failed';

/** @returns the message about refunds @throws Refusal `conflict` if the provider made none: they stay due */
export function refundMessage(
  deps: { provider: Pick<PaymentProvider, 'title'>; settings: ChangeSettings },
  before: Order,
  order: Order,
): Decided {
  const known = new Set(
    before.payments.flatMap(({ refunds }) =>
      refunds.filter(({ state }) => state === 'processed' || state === 'failed').map(({ id }) => id),
    ),
  );
  const fresh = order.payments.flatMap(({ refunds }) => refunds).filter(({ id }) => !known.has(id));
  const failed = fresh.find(({ state }) => state === 'failed');
  if (failed)
    throw new Refusal(
      'conflict',
      refundFailed,
      `${deps.provider.title} made no refund: ${failed.reason ?? 'no reason given'}. The case stays open.`,
    );
  const pending = fresh.filter(({ state }) => state === 'pending' || state === 'requested');
  const pendingPaise = pending.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  const cancelledSeats = order.cancelledSeats - before.cancelledSeats;
  const progress = deps.settings.upstreamBookingChanges ? 'is being told' : 'has to be told';
  const seats = cancelledSeats > 0 ? `${cancelledSeats} cancelled here; the upstream ${progress}. ` : '';
  const money =
    pendingPaise > 0
      ? `${formatPaise(pendingPaise)} is on its way back: ${deps.provider.title} has taken the refund`
      : statementOf(order, 'operator').headline;
  return { order, done: `${seats}${money}.` };
}
