/** The operator's decisions and what became of them, in words. */
import { formatPaise } from '@meridian/contracts/checkout/pricing';
import type { CheckoutDependencies } from '../dependencies.ts';
import type { Order } from '../order/order.ts';

export type Decision =
  /** Send the booking (again), or accept a payment of another amount. */
  | { kind: 'book' }
  /** Take that back, while it is not under way. */
  | { kind: 'unbook' }
  /** What was to be done elsewhere is done; says nothing about money. */
  | { kind: 'close' }
  /** Give back all captured money that is not behind a booking. */
  | { kind: 'refund'; transfer?: string }
  /** Cancel seats of a booking, all that are left without a number, and give their money back. */
  | { kind: 'cancel'; seats?: number; transfer?: string };

export type DecisionResult =
  | { kind: 'decided'; order: Order; done: string }
  | { kind: 'not_possible'; reason: string };

export const notPossible = (reason: string): DecisionResult => ({ kind: 'not_possible', reason });

export const doneWords: Record<Exclude<Decision['kind'], 'refund' | 'cancel'>, string> = {
  book: 'The booking is being sent to the upstream',
  unbook: 'The booking is held: it waits for a decision',
  close: 'The case is closed',
};

/** What became of the money, in words. */
export function moneyWords(
  deps: Pick<CheckoutDependencies, 'provider' | 'options'>,
  before: Order,
  order: Order,
): DecisionResult {
  const known = new Set(
    before.payments.flatMap(({ refunds }) =>
      refunds.filter(({ state }) => state === 'processed' || state === 'failed').map(({ id }) => id),
    ),
  );
  const fresh = order.payments.flatMap(({ refunds }) => refunds).filter(({ id }) => !known.has(id));
  const failed = fresh.find(({ state }) => state === 'failed');
  if (failed)
    return notPossible(
      `${deps.provider.title} made no refund: ${failed.reason ?? 'no reason given'}. The case stays open`,
    );
  const pending = fresh.filter(({ state }) => state === 'pending' || state === 'requested');
  const pendingPaise = pending.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  const cancelledSeats = order.cancelledSeats - before.cancelledSeats;
  const told = deps.options.upstreamBookingChanges ? 'is being told' : 'has to be told';
  const seats = cancelledSeats > 0 ? `${cancelledSeats} cancelled here; the upstream ${told}. ` : '';
  const money =
    pendingPaise > 0
      ? `${formatPaise(pendingPaise)} is on its way back: ${deps.provider.title} has taken the refund`
      : 'The money is given back';
  return { kind: 'decided', order, done: `${seats}${money}` };
}
