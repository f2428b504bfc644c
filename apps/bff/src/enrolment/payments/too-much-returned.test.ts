import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { beforeEach, describe, expect, it } from 'vitest';
import { useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { decide } from '../decisions/decide.ts';
import { openCases } from '../orders/cases/case-store.ts';

describe('returning more money than was captured', async () => {
  const stack = await useCheckoutStack();

  beforeEach(() => stack.reset());

  const found = async () =>
    (await openCases(stack.database))
      .filter(({ kind }) => kind === 'returned_too_much')
      .map(({ reason, subject }) => ({ reason, subject }));

  it('opens a case with the amount, after a transfer, a refund in the dashboard and a lost dispute', async () => {
    const { order_id: orderId, amount } = await stack.open();
    const paid = await stack.pay(orderId);
    const subject = paid.razorpay_payment_id;
    await stack.checkout.reconcile();
    await stack.workOff();
    const { id } = await stack.order(orderId);
    await decide(stack.deps, id, { kind: 'cancel', seats: 1, transfer: 'UTR1' }, 'one of two seats');
    expect(await found()).toEqual([]);
    await stack.refundInDashboard(subject, { amount, outcome: 'pending' });
    await stack.checkout.reconcile();
    const reasonOf = (paise: number) => expect.stringContaining(`: ${formatPaise(paise)}`);
    expect(await found()).toEqual([{ subject, reason: reasonOf(amount / 2) }]);
    const { id: disputeId } = await stack.dispute({ payment_id: subject });
    await stack.dispute({ dispute_id: disputeId, status: 'lost' });
    await stack.checkout.reconcile();
    expect(await found()).toEqual([{ subject, reason: reasonOf(amount * 1.5) }]);
    // The dashboard's refund fails. The amount that the bank took is still too much.
    await stack.finishRefunds('failed');
    await stack.checkout.reconcile();
    expect(await found()).toEqual([{ subject, reason: reasonOf(amount / 2) }]);
  });
});
