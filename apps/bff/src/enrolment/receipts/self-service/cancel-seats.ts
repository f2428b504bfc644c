/** Cancels seats by the refund policy, for the sum that was shown. */
import { paiseOf } from '@meridian/contracts/checkout/pricing';
import { transact } from '../../../platform/database/transact.ts';
import { invalidField, Refusal } from '../../../platform/refusal.ts';
import { isRemoteError } from '../../../platform/remote/remote-error.ts';
import { refundFailed } from '../../decisions/decision.ts';
import type { Order } from '../../orders/order.ts';
import { whyNot } from './allowed-changes.ts';
import type { SelfServiceDependencies } from './dependencies.ts';
import { giveBackLink, lockLink, useLink } from './manage-links.ts';

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

/**
 * The link is used before the seats are cancelled, and given back where they are not: a crash in between costs a link,
 * never a second cancellation.
 */
export async function cancelSeats(
  deps: SelfServiceDependencies,
  token: string,
  requested: { seats: number; expected_refund?: number | undefined },
): Promise<Order> {
  const order = await transact(deps.database, async (transaction) => {
    const locked = await lockLink(transaction, token);
    const reason = whyNot(locked, 'cancel', deps.now());
    if (reason !== undefined) throw new Refusal('conflict', 'booking_closed', reason);
    refuseOtherSum(deps, locked, requested);
    await useLink(transaction, token);
    return locked;
  });
  try {
    const note = 'Cancelled by the payer with a link by e-mail';
    const decision = { kind: 'cancel', seats: requested.seats, byPolicy: true } as const;
    return (await deps.decisions.decide(order.id, decision, note)).order;
  } catch (error) {
    // The cancellation is committed: the refund is sent again, or is an operator's case.
    if (isRemoteError(error, 'payments')) return order;
    if (!(error instanceof Refusal)) throw error;
    if (error.code === refundFailed) return order;
    deps.log.warn({ orderId: order.id, reason: error.message }, 'a payer’s cancellation was not possible');
  }
  await giveBackLink(deps.database, token);
  throw new Refusal(
    'conflict',
    'cancellation_refused',
    'These seats cannot be cancelled online just now. Please contact us.',
  );
}
