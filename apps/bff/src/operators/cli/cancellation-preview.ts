/** `ops orders refund ID --preview`: what a cancellation would give back, without making it. */
import { formatPaise } from '@meridian/contracts/checkout/pricing';
import type { CancellationSums } from '../../enrolment/decisions/cancellation-sums.ts';
import { findOrder } from '../../enrolment/orders/store/order-queries.ts';
import { printAnswer } from './answer.ts';
import type { Use } from './orders-use.ts';

function linesOf({ seats, pricePaise, percent, refundPaise, retainedPaise }: CancellationSums): string[] {
  return [
    `seats      ${seats}, paid with ${formatPaise(pricePaise)}`,
    `--by-policy  ${percent} %: ${formatPaise(refundPaise)} goes back, ${formatPaise(retainedPaise)} stays on the invoice`,
    `without it   ${formatPaise(pricePaise)} goes back`,
  ];
}

/** @param seats undefined: all that are left @returns the exit status: 0; 1 where there is nothing to cancel */
export async function previewCancellation(
  { deps, print, json }: Use,
  orderId: string,
  seats: number | undefined,
): Promise<number> {
  const order = await findOrder(deps.database, 'id', orderId);
  const sums = order && deps.decisions.previewCancellation(order, seats);
  if (!sums) {
    const reason = order
      ? 'So many seats are not booked: what was paid for no booking goes back whole'
      : 'There is no such order';
    printAnswer(print, json, { error: reason }, [reason]);
    return 1;
  }
  const answer = {
    seats: sums.seats,
    price_paise: sums.pricePaise,
    policy_percent: sums.percent,
    policy_refund_paise: sums.refundPaise,
    policy_retained_paise: sums.retainedPaise,
  };
  printAnswer(print, json, answer, linesOf(sums));
  return 0;
}
