import type { Unreadable } from '../../payments/razorpay/shapes.ts';
import type { CheckoutDependencies } from '../dependencies.ts';
import { openFoundCase } from './case-store.ts';

/** Shows the operator an item of Razorpay's that cannot be read, once. @param orderId its order, where it is ours */
export async function setAside(
  deps: Pick<CheckoutDependencies, 'database' | 'log' | 'now'>,
  { id, reason }: Unreadable,
  orderId: string | null,
): Promise<void> {
  const subject = id || 'without an id';
  const found = { kind: 'unreadable_payment' as const, subject, orderId };
  const isNew = await openFoundCase(
    deps.database,
    { ...found, reason: `${subject} at Razorpay could not be read (${reason}): look at it in the dashboard` },
    deps.now(),
  );
  if (isNew) deps.log.error({ orderId, paymentId: subject, reason }, 'a payment at Razorpay cannot be read');
}
