/** `ops reconcile`: one run of the reconciler now. */
import type { CheckoutDependencies } from '../checkout/dependencies.ts';
import { reconcile } from '../checkout/reconcile.ts';

/** @returns the exit status: 0, or 1 where a part of the run failed and has to be repeated */
export async function reconcileCommand(
  deps: CheckoutDependencies,
  print: (line: string) => void,
): Promise<number> {
  const result = await reconcile(deps);
  print(`orders checked:    ${result.ordersChecked}`);
  print(`payments checked:  ${result.paymentsChecked}`);
  print(`orders changed:    ${result.ordersChanged}`);
  print(`bookings resumed:  ${result.bookingsResumed}`);
  print(`failed parts:      ${result.failures}`);
  return result.failures === 0 ? 0 : 1;
}
