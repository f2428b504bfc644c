/** `ops reconcile`: runs the reconciler now for due orders, for all orders (`--all`), or for one order. */
import type { OperationOutput } from '@meridian/contracts/operators/actions';
import { usageOf } from './action-arguments.ts';
import type { Print } from './answer.ts';
import { type OperationCommandDependencies, runOperationCommand } from './operation-command.ts';

export const reconcileUsage = [usageOf('orders.reconcile'), usageOf('orders.reconcile-all')].join('\n');

const show = (output: OperationOutput<'orders.reconcile'>) => ({
  data: output,
  lines: [
    `orders checked:    ${output.orders_checked}`,
    `payments checked:  ${output.payments_checked}`,
    `refunds checked:   ${output.refunds_checked}`,
    `orders changed:    ${output.orders_changed}`,
    `bookings resumed:  ${output.bookings_resumed}`,
    `changes resumed:   ${output.changes_resumed}`,
    `cases opened:      ${output.set_aside}`,
    `failed parts:      ${output.failed_parts}`,
  ],
});

/**
 * @param args arguments after `ops reconcile`; `--all` includes orders and payments of any age
 * @returns exit status: 0; 1 if the command is refused, or a part failed and must be repeated; 2 for wrong
 * usage
 */
export function reconcileCommand(
  args: readonly string[],
  deps: OperationCommandDependencies,
  print: Print,
): Promise<number> {
  const isOfOne = args.some((word) => !word.startsWith('-'));
  return isOfOne
    ? runOperationCommand('orders.reconcile', args, deps, print, show)
    : runOperationCommand('orders.reconcile-all', args, deps, print, show);
}
