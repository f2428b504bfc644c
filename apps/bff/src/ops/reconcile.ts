/** `ops reconcile`: one run of the reconciler now. */
import { parseArgs } from 'node:util';
import type { CheckoutDependencies } from '../checkout/dependencies.ts';
import { reconcile } from '../checkout/reconcile.ts';

export const reconcileUsage = 'ops reconcile [--all]';

/**
 * @param args what follows `ops reconcile`; `--all` also looks at orders of the last 15 minutes
 * @returns the exit status: 0, or 1 where a part of the run failed and has to be repeated
 */
export async function reconcileCommand(
  args: readonly string[],
  deps: CheckoutDependencies,
  print: (line: string) => void,
): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { all: { type: 'boolean' } } });
  const result = await reconcile(deps, { all: values.all ?? false });
  print(`orders checked:    ${result.ordersChecked}`);
  print(`payments checked:  ${result.paymentsChecked}`);
  print(`orders changed:    ${result.ordersChanged}`);
  print(`bookings resumed:  ${result.bookingsResumed}`);
  print(`failed parts:      ${result.failures}`);
  return result.failures === 0 ? 0 : 1;
}
