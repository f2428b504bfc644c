/** Cancels seats under the refund policy, for the amount that was shown. */
import { paiseOf } from '@meridian/contracts/enrolment/pricing';
import type { RefundFollowUp } from '@meridian/contracts/enrolment/self-service';
import { transact } from '../../../platform/database/transact.ts';
import { invalidField, Refusal } from '../../../platform/refusal.ts';
import type { Order } from '../../orders/order.ts';
import { seatsLeft, whyNot } from './allowed-changes.ts';
import type { SelfServiceDependencies } from './dependencies.ts';
import { lockLink, useLink } from './manage-links.ts';

const otherSum =
  'The refund has changed since this page was opened. Nothing was cancelled. Please check the new amount.';

export interface SeatsCancelled {
  order: Order;
  /** Undefined if nothing is refunded. */
  refund: RefundFollowUp | undefined;
}

/**
 * Cancels seats. The use of the link and the cancellation are one commit. After the commit, the answer is
 * always a success: a job resends a refund that the payment provider has not accepted yet, and a refused
 * refund opens a case.
 *
 * @throws Refusal: nothing was cancelled, and an open link stays open
 */
export async function cancelSeats(
  deps: SelfServiceDependencies,
  token: string,
  requested: {
    seats: number;
    expected_refund?: number | undefined;
    attendees?: readonly string[] | undefined;
  },
): Promise<SeatsCancelled> {
  const { seats, expected_refund: expected, attendees: leaving } = requested;
  const committed = await transact(deps.database, async (transaction) => {
    const order = await lockLink(transaction, token);
    const reason = whyNot(order, 'cancel', deps.now());
    if (reason !== undefined) throw new Refusal('conflict', 'booking_closed', reason);
    if (seats > seatsLeft(order))
      throw invalidField('seats_short', 'seats', 'Fewer seats are left than you want to cancel.');
    const decision = { kind: 'cancel', seats, byPolicy: true, leaving } as const;
    const plan = deps.decisions.plan(order, decision);
    if (expected === undefined || paiseOf(expected) !== plan.refundPaise)
      throw new Refusal('conflict', 'refund_differs', otherSum, { errors: { expected_refund: [otherSum] } });
    await useLink(transaction, token);
    const note = 'Cancelled by the payer with a link by email';
    const one = { orderId: order.id, decision, note, expected: plan.digest };
    return deps.decisions.commit(transaction, one);
  });
  const { order, followUp } = await deps.decisions.followUp(committed.order);
  return { order, refund: followUp === 'none' ? undefined : followUp };
}
