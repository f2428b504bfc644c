/** Cancels seats by the refund policy, for the sum that was shown. */
import { paiseOf } from '@meridian/contracts/checkout/pricing';
import type { RefundFollowUp } from '@meridian/contracts/checkout/self-service';
import type { Transaction } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { invalidField, Refusal } from '../../../platform/refusal.ts';
import { isRemoteError } from '../../../platform/remote/remote-error.ts';
import { refundFailed } from '../../decisions/decision.ts';
import type { Order } from '../../orders/order.ts';
import { whyNot } from './allowed-changes.ts';
import type { SelfServiceDependencies } from './dependencies.ts';
import { linkUnknown, lockLink, readLink, useLink } from './manage-links.ts';

const otherSum =
  'The refund has changed since this page was opened. Nothing was cancelled. Please look at the sum again.';

function refuseOtherSum(
  deps: SelfServiceDependencies,
  order: Order,
  { seats, expected_refund: expected }: { seats: number; expected_refund?: number | undefined },
): void {
  const sums = deps.decisions.previewCancellation(order, seats);
  if (!sums) {
    const message = 'There are not so many seats left.';
    throw invalidField('seats_short', 'seats', message);
  }
  if (expected === undefined || paiseOf(expected) !== sums.refundPaise)
    throw new Refusal('conflict', 'refund_differs', otherSum, { errors: { expected_refund: [otherSum] } });
}

export interface SeatsCancelled {
  order: Order;
  /** Undefined where nothing is refunded. */
  refund: RefundFollowUp | undefined;
}

/**
 * The use of the link and the cancellation are one commit. After it the answer is a success: a refund that the provider
 * has not taken yet is sent again, and one that it refused is an operator's case.
 * @throws Refusal: nothing was cancelled, and the link can be used again
 */
export async function cancelSeats(
  deps: SelfServiceDependencies,
  token: string,
  requested: { seats: number; expected_refund?: number | undefined },
): Promise<SeatsCancelled> {
  const found = await readLink(deps.database, token);
  if (!found) throw linkUnknown();
  const { order_id: orderId } = found.link;
  const note = 'Cancelled by the payer with a link by e-mail';
  const decision = { kind: 'cancel', seats: requested.seats, byPolicy: true } as const;
  let committed: Order | undefined;
  const underLock = async (transaction: Transaction<Database>): Promise<void> => {
    const order = await lockLink(transaction, token);
    const reason = whyNot(order, 'cancel', deps.now());
    if (reason !== undefined) throw new Refusal('conflict', 'booking_closed', reason);
    refuseOtherSum(deps, order, requested);
    await useLink(transaction, token);
    committed = order;
  };
  const refund = (requested.expected_refund ?? 0) === 0 ? undefined : 'sent';
  try {
    const { order } = await deps.decisions.decide(orderId, decision, note, undefined, underLock);
    return { order, refund };
  } catch (error) {
    if (isRemoteError(error, 'payments') && committed) return { order: committed, refund: 'pending' };
    if (!(error instanceof Refusal)) throw error;
    if (error.code === refundFailed && committed) return { order: committed, refund: 'failed' };
    throw error;
  }
}
