/** `ops reconcile`: one run of the reconciler now. */
import { parseArgs } from 'node:util';
import type { CheckoutDependencies } from '../checkout/dependencies.ts';
import { reconcile } from '../checkout/reconcile.ts';
import { type Print, printAnswer } from './answer.ts';

export const reconcileUsage = 'ops reconcile [--all] [--json]';

/**
 * @param args what follows `ops reconcile`; `--all` also looks at orders of the last 15 minutes
 * @returns the exit status: 0, or 1 where a part of the run failed and has to be repeated
 */
export async function reconcileCommand(
  args: readonly string[],
  deps: CheckoutDependencies,
  print: Print,
): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { all: { type: 'boolean' }, json: { type: 'boolean' } },
  });
  const result = await reconcile(deps, { all: values.all ?? false });
  const counts = {
    orders_checked: result.ordersChecked,
    payments_checked: result.paymentsChecked,
    orders_changed: result.ordersChanged,
    bookings_resumed: result.bookingsResumed,
    failed_parts: result.failures,
  };
  printAnswer(print, values.json, counts, [
    `orders checked:    ${result.ordersChecked}`,
    `payments checked:  ${result.paymentsChecked}`,
    `orders changed:    ${result.ordersChanged}`,
    `bookings resumed:  ${result.bookingsResumed}`,
    `failed parts:      ${result.failures}`,
  ]);
  return result.failures === 0 ? 0 : 1;
}
