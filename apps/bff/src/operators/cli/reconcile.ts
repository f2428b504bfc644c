/** `ops reconcile`: runs the reconciler now for what is due, for everything (`--all`), or for one order. */
import { parseUuid } from '@meridian/contracts/uuid';
import type { CheckoutDependencies } from '../../enrolment/orders/dependencies.ts';
import { reconcile, reconcileOrder } from '../../enrolment/reconciler/reconcile.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, wrongUse } from './arguments.ts';

export const reconcileUsage = 'ops reconcile [ID | --all] [--json]';

const options = { all: { type: 'boolean' }, json: { type: 'boolean' } } as const;

/**
 * @param args arguments after `ops reconcile`; `--all` includes orders and payments of any age
 * @returns exit status: 0; 1 if the order does not exist or a part failed and must be repeated; 2 for wrong
 *   usage
 */
export async function reconcileCommand(
  args: readonly string[],
  deps: CheckoutDependencies,
  print: Print,
): Promise<number> {
  const [first] = args.filter((word) => !word.startsWith('-'));
  const verbs = { '': ['all', 'json'] as const, ...(first && parseUuid(first) ? { [first]: ['json'] } : {}) };
  const read = readArguments(args, { options, verbs, usage: reconcileUsage }, print);
  if (!read) return wrongUse;
  const { verb: orderId, rest, values } = read;
  if (rest.length > 0) {
    print(`"${rest[0]}" is one word too many.\n${reconcileUsage}`);
    return wrongUse;
  }
  const result =
    orderId === ''
      ? await reconcile(deps, { all: values.all ?? false })
      : await reconcileOrder(deps, orderId.toLowerCase());
  if (!result) {
    printAnswer(print, values.json, { error: 'There is no such order' }, ['There is no such order']);
    return 1;
  }
  const counts = {
    orders_checked: result.ordersChecked,
    payments_checked: result.paymentsChecked,
    refunds_checked: result.refundsChecked,
    orders_changed: result.ordersChanged,
    bookings_resumed: result.bookingsResumed,
    changes_resumed: result.changesResumed,
    set_aside: result.setAside,
    failed_parts: result.failures,
  };
  printAnswer(print, values.json, counts, [
    `orders checked:    ${result.ordersChecked}`,
    `payments checked:  ${result.paymentsChecked}`,
    `refunds checked:   ${result.refundsChecked}`,
    `orders changed:    ${result.ordersChanged}`,
    `bookings resumed:  ${result.bookingsResumed}`,
    `changes resumed:   ${result.changesResumed}`,
    `set aside:         ${result.setAside}`,
    `failed parts:      ${result.failures}`,
  ]);
  return result.failures === 0 ? 0 : 1;
}
